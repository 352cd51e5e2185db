import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction, runOnce } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../service.ts";
import {
	saveAnsweredSequence,
	selectAnsweredSequence,
} from "../store/answered.ts";
import { enrichJob } from "./enrich.ts";

type AnsweredDeps = Pick<Deps, "db" | "clock" | "log" | "knowledge">;

const POLL_MS = 2_000; // an agent who publishes an article sees the drafts it makes possible within seconds
const BATCH = 500;
const TIME_LIMIT_MS = 5_000;

/**
 * Keeps asking the knowledge service which tickets' questions have an article by now, and queues drafts for them. Asking,
 * rather than being told, keeps the services from calling each other in a circle. Several processes that ask at once
 * queue the same drafts; a message gets one all the same.
 */
export function watchAnswered(deps: AnsweredDeps): {
	stop(): Promise<void>;
} {
	const stopping = new AbortController();
	const { signal } = stopping;
	const watch = async () => {
		while (!signal.aborted) {
			try {
				await enrichAnswered(deps);
			} catch (err) {
				deps.log.debug({ err }, "could not ask for answered tickets");
			}
			await sleep(POLL_MS, undefined, { signal }).catch(() => {});
		}
	};
	const done = watch();
	return {
		stop() {
			stopping.abort();
			return done;
		},
	};
}

async function enrichAnswered({
	db,
	clock,
	knowledge,
}: AnsweredDeps): Promise<void> {
	for (;;) {
		const [result] = await runOnce(db, [selectAnsweredSequence()]);
		const after = Number(result!.rows[0]!.sequence);
		const context = ownContext("", TIME_LIMIT_MS, clock.now().getTime());
		const { tickets } = await knowledge.listAnsweredTickets(
			{ after, limit: BATCH },
			context,
		);
		for (const { workspaceId, ticketId } of tickets) {
			await inTransaction(db, workspaceId, async (tx) => {
				tx.defer(enrichJob(workspaceId, ticketId));
			});
		}
		const last = tickets.at(-1);
		if (!last) return;
		await runOnce(db, [saveAnsweredSequence(last.sequence)]);
	}
}
