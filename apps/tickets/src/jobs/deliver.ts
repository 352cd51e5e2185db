import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { OWN_JOB } from "@supportdesk/outbox/new-event.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { messageStatusChanged } from "../events/message-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { composeMail } from "../mail/compose.ts";
import { describeFailure, isFinal } from "../mail/failure.ts";
import { replyTo } from "../mail/reply-to.ts";
import { PartlyRefused } from "../mail/transport.ts";
import {
	type DeliverPayload,
	retryDeliverJob,
	retryDeliverNow,
} from "../queue.ts";
import {
	type Attempt,
	findDelivery,
	saveAttempt,
	selectNextQueued,
} from "../store/deliveries.ts";
import { selectMessageForUpdate } from "../store/messages.ts";

const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000; // the API promises `failed` after a day
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 60 * 60 * 1000; // a server that is back after hours gets the mail within one
// A database that restarts is back by then, and no other worker has been given the job.
const NOTE_FOR_MS = 20_000;
const NOTE_EVERY_MS = 250;
const NO_ADDRESS = "The contact has no email address.";

type DeliverDeps = Pick<
	Deps,
	| "db"
	| "clock"
	| "log"
	| "mail"
	| "mailFrom"
	| "metrics"
	| "plusAddresses"
	| "secretsKey"
>;

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
	...addresses
}: DeliverDeps) {
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
		const close = (last: Attempt) =>
			inTransaction(db, workspaceId, (tx) =>
				closeDelivery(tx, payload, last, clock.now()),
			);
		if (outgoing.to.address === "")
			return close({ status: "failed", error: NO_ADDRESS });
		// Replies leave in their order; but none is given up untried because of the one before.
		if (earlierQueued && !isLastTry) return leave();
		try {
			const { ticketId } = outgoing.message;
			const sender = outgoing.mailbox?.address ?? mailFrom;
			const replies = replyTo(addresses, sender, workspaceId, ticketId);
			const refused = await mail.send(
				composeMail({ ...outgoing, replyTo: replies }, mailFrom),
			);
			if (refused > 0)
				log.warn({ messageId, refused }, "mail refused for copies");
		} catch (thrown) {
			const isPartly = thrown instanceof PartlyRefused;
			const err = isPartly ? thrown.cause : thrown;
			if (!isLastTry && !isPartly && !isFinal(err)) {
				metrics.delivery("deferred", waitedMs);
				log.warn({ messageId, ...reasonOf(err) }, "mail not sent yet");
				const attempt = { status: "queued", error: null } as const;
				return leave(saveAttempt(workspaceId, messageId, attempt));
			}
			metrics.delivery("failed", waitedMs);
			log.error({ messageId, ...reasonOf(err) }, "mail given up");
			return close({ status: "failed", error: describeFailure(err) });
		}
		await persistently(() => close({ status: "sent", error: null }));
		metrics.delivery("sent", clock.now().getTime() - createdMs);
	};
}

/** Stores the end of a delivery; the next reply of the ticket, if it waits for this one, is sent at once. */
async function closeDelivery(
	tx: Transaction,
	{ workspaceId, messageId }: DeliverPayload,
	last: Attempt,
	now: Date,
): Promise<void> {
	const [
		{
			rows: [locked],
		},
		{
			rows: [next],
		},
	] = await tx.batch([
		selectMessageForUpdate(workspaceId, messageId),
		selectNextQueued(workspaceId, messageId),
	]);
	if (next) tx.defer(retryDeliverNow(next));
	if (locked?.message.status !== "queued") return;
	const { message, contactId } = locked;
	const after = { ...message, ...last, attempts: message.attempts + 1 };
	tx.defer(saveAttempt(workspaceId, messageId, last));
	writeEvents(
		tx,
		workspaceId,
		messageStatusChanged(OWN_JOB, contactId, message, after, now),
	);
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

interface LoggedReason {
	readonly code?: unknown;
	/** Why there was no connection: a certificate, an address. */
	readonly reason?: unknown;
	readonly smtpStatus?: unknown;
}

/** What may be logged of a mail server's refusal: its codes. Its words quote the customer's address. */
function reasonOf(err: unknown): LoggedReason {
	if (!(err instanceof Error)) return {};
	const { code, originalCode, responseCode } = err as {
		code?: unknown;
		originalCode?: unknown;
		responseCode?: unknown;
	};
	return { code, reason: originalCode, smtpStatus: responseCode };
}

/** After as long again as the reply has waited, within bounds; the last attempt when its day is over. */
function nextAttemptAt(createdMs: number, nowMs: number): Date {
	const waitMs = Math.min(
		Math.max(nowMs - createdMs, RETRY_MIN_MS),
		RETRY_MAX_MS,
	);
	return new Date(Math.min(nowMs + waitMs, createdMs + GIVE_UP_AFTER_MS));
}
