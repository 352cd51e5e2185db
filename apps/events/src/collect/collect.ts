import { setTimeout as sleep } from "node:timers/promises";
import type {
	CollectOutboxRequest,
	CollectOutboxResponse,
} from "@supportdesk/contracts/supportdesk/events/v1/outbox.ts";
import { OUTBOX_ROWS } from "@supportdesk/outbox/outbox.ts";
import { watchRows } from "@supportdesk/pg/row-watch.ts";
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

// A round costs the same for one event as for many: those of the meantime share the next one. Processes announce their
// changes; without that, as those of earlier versions and the command line do not, a change waits for the next look.
const ROUNDS = { quickMs: 200, busyMs: 500, quickLooks: 3, idleMs: 5_000 };
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
	const rows = watchRows(OUTBOX_ROWS, ROUNDS);
	try {
		const ended = AbortSignal.any([stopping, leadership.lost]);
		let appendedPositions: number[] = [];
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
			if (events.length === BATCH) continue;
			await rows.next(events.length > 0, ended);
		}
	} finally {
		rows.stop();
		await leadership.end();
	}
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await sleep(ms, undefined, { signal }).catch(() => {});
}
