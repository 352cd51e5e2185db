/** What an agent does in a conversation; `left` is nothing any more. */
export type PresenceState = "viewing" | "typing" | "left";

export interface PresenceChange {
	readonly conversationId: string;
	readonly agentId: string;
	readonly state: PresenceState;
}

/** Twice what a client waits before it repeats its state, and some seconds. */
export const PRESENT_MS = 25_000;
// What one agent can make every gateway keep; the longest known entries give way.
const CONVERSATIONS_PER_AGENT = 20;

interface Entry extends PresenceChange {
	readonly untilMs: number;
}

type OnChange = (change: PresenceChange) => void;

/** Which agents are in which conversations, each for `PRESENT_MS` after the last notification. */
export interface PresentAgents {
	/** Takes a change in, and calls back those that follow the workspace where something is different. */
	apply(workspaceId: string, change: PresenceChange): void;
	/** Those of one conversation, in the order in which they came. */
	list(workspaceId: string, conversationId: string): PresenceChange[];
	/** Calls back with those that are there, and then with every change, until stopped. */
	follow(workspaceId: string, onChange: OnChange): { stop(): void };
	/** Drops those of whom nothing was heard for too long. */
	expire(): void;
}

/** @param now epoch milliseconds. */
export function createPresentAgents(now: () => number): PresentAgents {
	const workspaces = new Map<string, Map<string, Entry>>();
	const followers = new Map<string, Set<OnChange>>();

	function report(workspaceId: string, change: PresenceChange): void {
		for (const onChange of followers.get(workspaceId) ?? []) onChange(change);
	}
	function remove(workspaceId: string, entry: Entry): void {
		const entries = workspaces.get(workspaceId);
		if (!entries?.delete(keyOf(entry))) return;
		if (entries.size === 0) workspaces.delete(workspaceId);
		report(workspaceId, { ...changeOf(entry), state: "left" });
	}
	return {
		apply(workspaceId, change) {
			const key = keyOf(change);
			const known = workspaces.get(workspaceId)?.get(key);
			if (change.state === "left") {
				if (known) remove(workspaceId, known);
				return;
			}
			const entries = workspaces.get(workspaceId) ?? new Map<string, Entry>();
			workspaces.set(workspaceId, entries);
			entries.set(key, { ...change, untilMs: now() + PRESENT_MS });
			if (known?.state !== change.state) report(workspaceId, change);
			if (known) return;
			const own = [...entries.values()].filter(
				({ agentId }) => agentId === change.agentId,
			);
			if (own.length > CONVERSATIONS_PER_AGENT) remove(workspaceId, own[0]!);
		},
		list: (workspaceId, conversationId) =>
			[...(workspaces.get(workspaceId)?.values() ?? [])]
				.filter((entry) => entry.conversationId === conversationId)
				.filter(({ untilMs }) => untilMs > now())
				.map(changeOf),
		follow(workspaceId, onChange) {
			const all = followers.get(workspaceId) ?? new Set();
			followers.set(workspaceId, all.add(onChange));
			for (const entry of workspaces.get(workspaceId)?.values() ?? [])
				onChange(changeOf(entry));
			return {
				stop() {
					all.delete(onChange);
					if (all.size === 0) followers.delete(workspaceId);
				},
			};
		},
		expire() {
			for (const [workspaceId, entries] of workspaces)
				for (const entry of entries.values())
					if (entry.untilMs <= now()) remove(workspaceId, entry);
		},
	};
}

function keyOf({ conversationId, agentId }: PresenceChange): string {
	return `${conversationId} ${agentId}`;
}

function changeOf({ conversationId, agentId, state }: PresenceChange) {
	return { conversationId, agentId, state };
}
