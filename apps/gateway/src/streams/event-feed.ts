import { setTimeout as sleep } from "node:timers/promises";
import type { NumberedEvent } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { EventsApi } from "@supportdesk/rpc/service-api.ts";

export type FindNextEvents = EventsApi["findNextEvents"];
export type OnEvents = (events: readonly NumberedEvent[]) => void;

/** New events of workspaces, read once for all streams of a gateway that follow the same one. */
export interface EventFeed {
	/**
	 * Calls back with the events behind `position`, in their order, until stopped.
	 *
	 * @returns undefined where the feed is further than `position` already: read up to there first, and try again.
	 */
	follow(
		workspaceId: string,
		position: number,
		onEvents: OnEvents,
	): { stop(): void } | undefined;
}

const BATCH = 500;
const WAIT_MS = 3_000;
const CALL_MS = 5_000;
const RETRY_MS = 500;

/** A feed that has one call waiting for each workspace that some stream follows. */
export function createEventFeed(
	findNextEvents: FindNextEvents,
	log: Logger,
	now: () => number,
): EventFeed {
	const followed = new Map<string, FollowedWorkspace>();
	return {
		follow(workspaceId, position, onEvents) {
			let workspace = followed.get(workspaceId);
			if (!workspace) {
				workspace = new FollowedWorkspace(position, (after, signal) =>
					findNextEvents(
						{ after, limit: BATCH, waitMs: WAIT_MS },
						readerContext(workspaceId, now(), signal),
					),
				);
				followed.set(workspaceId, workspace);
				void workspace.run(log).then(() => followed.delete(workspaceId));
			}
			return workspace.add(position, onEvents);
		},
	};
}

type ReadNext = (
	after: number,
	signal: AbortSignal,
) => ReturnType<FindNextEvents>;

class FollowedWorkspace {
	readonly #read: ReadNext;
	readonly #followers = new Set<OnEvents>();
	readonly #ended = new AbortController();
	#head: number;

	constructor(head: number, read: ReadNext) {
		this.#head = head;
		this.#read = read;
	}

	add(position: number, onEvents: OnEvents): { stop(): void } | undefined {
		if (position < this.#head || this.#ended.signal.aborted) return undefined;
		// It may have read events that the feed has still to read.
		const follower: OnEvents = (events) =>
			onEvents(events.filter(({ sequence }) => sequence > position));
		this.#followers.add(follower);
		return {
			stop: () => {
				this.#followers.delete(follower);
				if (this.#followers.size === 0) this.#ended.abort();
			},
		};
	}

	/** Resolves when the last follower has left. */
	async run(log: Logger): Promise<void> {
		const { signal } = this.#ended;
		while (!signal.aborted) {
			try {
				const { events } = await this.#read(this.#head, signal);
				this.#head = events.at(-1)?.sequence ?? this.#head;
				if (events.length === 0) continue;
				for (const follower of this.#followers) follower(events);
			} catch (err) {
				if (signal.aborted) return;
				log.debug({ err }, "new events not read");
				await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
			}
		}
	}
}

/** The context of a call that the gateway makes for streams. */
export function readerContext(
	workspaceId: string,
	nowMs: number,
	signal: AbortSignal,
): CallContext {
	return {
		requestId: newId("req", nowMs),
		workspaceId,
		apiKeyId: "",
		actorId: "",
		deadline: nowMs + CALL_MS,
		signal,
		operationId: "",
	};
}
