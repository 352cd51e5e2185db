import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { NumberedEvent } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import type { PresenceChange } from "../presence/present-agents.ts";
import {
	type EventFeed,
	type FindNextEvents,
	readerContext,
} from "./event-feed.ts";

const CATCH_UP_BATCH = 200;
const UNSENT_BYTES_PAUSE = 256 * 1024; // further events would only take memory
const UNSENT_BYTES_MAX = 1024 * 1024; // the API promises to cut a reader that is so far behind
const COMMENT_EVERY_MS = 15_000;

export interface StreamOptions {
	readonly workspaceId: string;
	/** The client gets events with a higher sequence. */
	readonly after: number;
	/** All types if empty. */
	readonly types: readonly string[];
	/** Follows who is in which conversation, where the client asks for it. */
	readonly followPresence:
		| ((onChange: (change: PresenceChange) => void) => { stop(): void })
		| undefined;
	/** Aborted when the stream has to end. */
	readonly signal: AbortSignal;
}

/** The newest sequence of the workspace's log; 0 if it is empty. */
export async function findLastSequence(
	{ workspaceId, signal }: Pick<StreamOptions, "workspaceId" | "signal">,
	findNextEvents: FindNextEvents,
	now: () => number,
): Promise<number> {
	const { lastSequence } = await findNextEvents(
		{ after: Number.MAX_SAFE_INTEGER, limit: 1, waitMs: 0 },
		readerContext(workspaceId, now(), signal),
	);
	return lastSequence;
}

/**
 * Writes events as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) until the signal
 * is aborted or the client disconnects: first the stored ones after `after`, then new ones. A client that resumes with
 * the last id misses no event and receives none twice.
 *
 * @param lastSequence of the log when the stream was requested.
 */
export async function streamEvents(
	res: ServerResponse,
	{ workspaceId, after, types, followPresence, signal }: StreamOptions,
	lastSequence: number,
	findNextEvents: FindNextEvents,
	feed: EventFeed,
	now: () => number,
): Promise<void> {
	const wanted = new Set(types);
	// Never beyond the end of the log: a feed that starts there would have no events for the workspace's other streams.
	let position = Math.min(after, lastSequence);
	const write = (event: NumberedEvent) => {
		position = event.sequence;
		if (position <= after) return;
		if (wanted.size > 0 && !wanted.has(event.type)) return;
		res.write(`id: ${event.sequence}\ndata: ${event.json.toString()}\n\n`);
	};
	const readNext = () =>
		findNextEvents(
			{ after: position, limit: CATCH_UP_BATCH, waitMs: 0 },
			readerContext(workspaceId, now(), signal),
		);
	const cutIfBehind = () => {
		if (res.writableLength > UNSENT_BYTES_MAX) res.destroy();
	};
	const comments = setInterval(() => res.write(":\n\n"), COMMENT_EVERY_MS);
	const presence = followPresence?.((change) => {
		res.write(`event: presence\ndata: ${presenceJson(change)}\n\n`);
		cutIfBehind();
	});
	try {
		for (;;) {
			const { events, lastSequence } = await readNext();
			for (const event of events) {
				write(event);
				if (res.writableLength > UNSENT_BYTES_PAUSE) {
					await once(res, "drain", { signal });
				}
			}
			if (position < lastSequence) continue;
			const following = feed.follow(workspaceId, position, (next) => {
				next.forEach(write);
				cutIfBehind();
			});
			if (!following) continue;
			try {
				await aborted(signal);
				return;
			} finally {
				following.stop();
			}
		}
	} finally {
		clearInterval(comments);
		presence?.stop();
	}
}

async function aborted(signal: AbortSignal): Promise<void> {
	if (!signal.aborted) await once(signal, "abort");
}

function presenceJson({ conversationId, agentId, state }: PresenceChange) {
	return JSON.stringify({
		conversation_id: conversationId,
		agent_id: agentId,
		state,
	});
}
