import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { runOutsideWorkspaces } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { notifyPresence } from "../store/presence.ts";
import {
	createPresentAgents,
	type PresenceChange,
	type PresenceState,
	type PresentAgents,
} from "./present-agents.ts";

const EXPIRE_EVERY_MS = 1_000;
const STATES: readonly unknown[] = [
	"viewing",
	"typing",
	"left",
] satisfies PresenceState[];

/** Who is in a conversation, as endpoints ask for it. */
export interface PresenceApi {
	/** Notifies all gateways of what the caller's agent does. Returns who is in the conversation now. */
	readonly announce: (
		request: {
			readonly conversationId: string;
			readonly state: PresenceState;
		},
		context: CallContext,
	) => Promise<Rendered>;
	readonly list: (
		request: { readonly conversationId: string },
		context: CallContext,
	) => Promise<Rendered>;
}

export interface Presence extends PresenceApi {
	readonly follow: PresentAgents["follow"];
	/** Takes in what a gateway, this one included, has notified. */
	receive(payload: string): void;
	stop(): void;
}

/**
 * Presence of agents, which every gateway keeps in memory and none stores: an announcement is a notification of
 * PostgreSQL. What a gateway has missed it hears with the next announcement of each agent.
 */
export function createPresence(db: Pool, now: () => number): Presence {
	const present = createPresentAgents(now);
	const timer = setInterval(present.expire, EXPIRE_EVERY_MS);
	timer.unref();
	return {
		async announce(
			{ conversationId, state },
			{ workspaceId, actorId, signal },
		) {
			const change = { conversationId, agentId: actorId, state };
			const payload = JSON.stringify([workspaceId, change]);
			await runOutsideWorkspaces(db, [notifyPresence(payload)], signal);
			// The notification may arrive after the response.
			const others = present
				.list(workspaceId, conversationId)
				.filter(({ agentId }) => agentId !== actorId);
			const agents = state === "left" ? others : [...others, change];
			return ok(presenceJson(conversationId, agents));
		},
		async list({ conversationId }, { workspaceId }) {
			const agents = present.list(workspaceId, conversationId);
			return ok(presenceJson(conversationId, agents));
		},
		follow: present.follow,
		receive(payload) {
			const received = parse(payload);
			if (received) present.apply(...received);
		},
		stop: () => clearInterval(timer),
	};
}

/** Undefined for what a gateway of another version may send. */
function parse(payload: string): [string, PresenceChange] | undefined {
	try {
		const [workspaceId, change] = JSON.parse(payload);
		const { conversationId, agentId, state } = change;
		const texts = [workspaceId, conversationId, agentId];
		if (!texts.every((text) => typeof text === "string")) return undefined;
		return STATES.includes(state) ? [workspaceId, change] : undefined;
	} catch {
		return undefined;
	}
}

function presenceJson(
	conversationId: string,
	agents: readonly PresenceChange[],
): string {
	return JSON.stringify({
		conversation_id: conversationId,
		agents: agents.map(({ agentId, state }) => ({ id: agentId, state })),
	});
}
