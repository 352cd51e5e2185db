import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { composeMail } from "../mail/compose.ts";
import { describeFailure } from "../mail/failure.ts";
import {
	type DeliverPayload,
	retryDeliverJob,
	retryDeliverNow,
} from "../queue.ts";
import {
	type Attempt,
	findDelivery,
	findNextQueued,
	saveAttempt,
} from "../store/deliveries.ts";

const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000; // the API promises `failed` after a day
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 60 * 60 * 1000; // a server that is back after hours gets the mail within one
// A database that restarts is back by then, and no other worker has been given the job.
const NOTE_FOR_MS = 20_000;
const NOTE_EVERY_MS = 250;

/**
 * Sends the mail and notes that it was sent, or tries again later. A crash of this process between the server's yes and
 * our note sends the mail a second time, under the same Message-ID; so does a database that stays away for longer.
 */
export function deliver({
	db,
	clock,
	log,
	mail,
	mailFrom,
	metrics,
}: Pick<Deps, "db" | "clock" | "log" | "mail" | "mailFrom" | "metrics">) {
	return async (payload: DeliverPayload): Promise<void> => {
		const { workspaceId, messageId } = payload;
		const found = await inTransaction(db, workspaceId, (tx) =>
			findDelivery(tx, workspaceId, messageId),
		);
		if (found?.outgoing.message.status !== "queued") return;
		const { outgoing, earlierQueued } = found;
		const createdMs = Date.parse(outgoing.message.createdAt);
		const nowMs = clock.now().getTime();
		const waitedMs = nowMs - createdMs;
		const isLastTry = waitedMs >= GIVE_UP_AFTER_MS;
		const leave = (...statements: readonly Statement[]) =>
			inTransaction(db, workspaceId, async (tx) => {
				for (const statement of statements) tx.defer(statement);
				tx.defer(retryDeliverJob(payload, nextAttemptAt(createdMs, nowMs)));
			});
		const attempt = (status: Attempt["status"], error: string | null = null) =>
			saveAttempt(workspaceId, messageId, { status, error });
		/** Stores the end; the next reply of the ticket, if it waits for this one, is sent at once. */
		const close = (last: Statement) =>
			inTransaction(db, workspaceId, async (tx) => {
				tx.defer(last);
				const next = await findNextQueued(tx, workspaceId, messageId);
				if (next) tx.defer(retryDeliverNow(next));
			});
		// Replies leave in their order; but none is given up untried because of the one before.
		if (earlierQueued && !isLastTry) return leave();
		try {
			await mail.send(composeMail(outgoing, mailFrom));
		} catch (err) {
			if (!isLastTry) {
				metrics.delivery("deferred", waitedMs);
				log.warn({ messageId, ...reasonOf(err) }, "mail not sent yet");
				return leave(attempt("queued"));
			}
			metrics.delivery("failed", waitedMs);
			log.error({ messageId, ...reasonOf(err) }, "mail given up");
			return close(attempt("failed", describeFailure(err)));
		}
		await persistently(() => close(attempt("sent")));
		metrics.delivery("sent", clock.now().getTime() - createdMs);
	};
}

/** What has happened outside must be stored: retries while the database is unavailable. */
async function persistently(note: () => Promise<void>): Promise<void> {
	const giveUpAt = performance.now() + NOTE_FOR_MS;
	for (;;) {
		try {
			return await note();
		} catch (err) {
			const isAway =
				err instanceof AppError && err.type === "service_unavailable";
			if (!isAway || performance.now() >= giveUpAt) throw err;
			await sleep(NOTE_EVERY_MS);
		}
	}
}

/** What may be logged of a mail server's refusal: its codes. Its words quote the customer's address. */
function reasonOf(err: unknown): { code?: unknown; smtpStatus?: unknown } {
	if (!(err instanceof Error)) return {};
	const { code, responseCode } = err as {
		code?: unknown;
		responseCode?: unknown;
	};
	return { code, smtpStatus: responseCode };
}

/** After as long again as the reply has waited, within bounds; the last attempt when its day is over. */
function nextAttemptAt(createdMs: number, nowMs: number): Date {
	const waitMs = Math.min(
		Math.max(nowMs - createdMs, RETRY_MIN_MS),
		RETRY_MAX_MS,
	);
	return new Date(Math.min(nowMs + waitMs, createdMs + GIVE_UP_AFTER_MS));
}
