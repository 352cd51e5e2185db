import { setTimeout as sleep } from "node:timers/promises";
import type {
	CollectOutboxRequest,
	CollectOutboxResponse,
} from "@supportdesk/contracts/supportdesk/events/v1/outbox.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { untraced } from "@supportdesk/tracing/span.ts";
import type { Deps } from "../deps.ts";
import { appendBatch } from "./append-batch.ts";
import { takeLeadership } from "./leadership.ts";

/** A service whose changes become events. */
export interface CollectOutbox {
	collectOutbox(
		request: CollectOutboxRequest,
		context: CallContext,
	): Promise<CollectOutboxResponse>;
}

type CollectDeps = Pick<
	Deps,
	"db" | "clock" | "log" | "connection" | "metrics"
>;

// A round costs the same for one event as for many: those of the meantime share the next one.
const POLL_MS = 100;
// Behind so many rounds without events. The first change after a while is in the log within a quarter of a second.
const EMPTY_ROUNDS = 10;
const IDLE_POLL_MS = 220;
const RETRY_MS = 1_000;
const BATCH = 500;
const TIME_LIMIT_MS = 5_000;

/**
 * Empties a service's outbox into the log for as long as this process holds the source's lock. An event leaves the outbox
 * after it is in the log: a process killed in between leaves it to be collected again, and appending leaves out what the
 * log has.
 */
export function collectFrom(
	name: string,
	source: CollectOutbox,
	deps: CollectDeps,
): { stop(): Promise<void> } {
	const stopping = new AbortController();
	const run = async () => {
		while (!stopping.signal.aborted) {
			await collectAsLeader(name, source, deps, stopping.signal).catch((err) =>
				deps.log.warn({ err, source: name }, "outbox not collected"),
			);
			await pause(RETRY_MS, stopping.signal);
		}
	};
	const done = run();
	return {
		stop() {
			stopping.abort();
			return done;
		},
	};
}

/** Resolves when another process leads, when the lead is lost, or when stopped. */
async function collectAsLeader(
	name: string,
	source: CollectOutbox,
	{ db, clock, log, connection, metrics }: CollectDeps,
	stopping: AbortSignal,
): Promise<void> {
	const { url, role } = connection;
	const lock = `collect the outbox of ${name}`;
	const leadership = await takeLeadership(url, role, lock, log);
	if (!leadership) return;
	try {
		const ended = AbortSignal.any([stopping, leadership.lost]);
		let appendedPositions: number[] = [];
		let emptyRounds = 0;
		while (!ended.aborted) {
			const now = clock.now();
			const { events } = await untraced(() =>
				source.collectOutbox(
					{ appendedPositions, limit: BATCH },
					ownContext("", TIME_LIMIT_MS, now.getTime()),
				),
			);
			metrics.collected(name, now.getTime());
			if (events.length > 0) {
				await appendBatch(db, events, now);
				const nowMs = clock.now().getTime();
				metrics.appended(
					name,
					events.map(({ createdAt }) => nowMs - Date.parse(createdAt)),
				);
			}
			appendedPositions = events.map(({ position }) => position);
			emptyRounds = events.length > 0 ? 0 : emptyRounds + 1;
			if (events.length === BATCH) continue;
			await pause(emptyRounds < EMPTY_ROUNDS ? POLL_MS : IDLE_POLL_MS, ended);
		}
	} finally {
		await leadership.end();
	}
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await sleep(ms, undefined, { signal }).catch(() => {});
}
