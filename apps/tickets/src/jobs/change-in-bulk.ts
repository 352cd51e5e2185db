import { AppError, type ErrorType } from "@supportdesk/errors/app-error.ts";
import { inTransaction, read, writeAll } from "@supportdesk/pg/transaction.ts";
import { joinTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { changeTags } from "../domain/bulk.ts";
import { requireWritable } from "../domain/merge.ts";
import { joinParticipants, readParticipants } from "../domain/participants.ts";
import { type BulkPayload, bulkJob } from "../queue.ts";
import { changeTicket } from "../rpc/change-ticket.ts";
import { patchFromProto } from "../rpc/update-ticket.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import {
	lockPending,
	type PendingItem,
	saveResult,
	selectPending,
} from "../store/bulk-items.ts";
import {
	finishBulk,
	type OpenBulk,
	selectOpenBulk,
} from "../store/bulk-jobs.ts";
import { selectReferences } from "../store/references.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { collectPage } from "./collect-in-bulk.ts";

type BulkDeps = Pick<Deps, "db" | "clock">;

// A worker is taken from the jobs of other workspaces for as long; then the rest is queued again and waits its turn.
const TURN_MS = 250;
const BATCH = 50;

/** Failures that belong to one ticket. All others are the job's, which the queue has tried again. */
const OF_ONE_TICKET: readonly ErrorType[] = [
	"not_found",
	"conflict",
	"validation_error",
];

/**
 * Collects and changes some of a job's tickets and queues itself again for the rest. Safe to repeat and to run twice at
 * once: a ticket, its events and its result are written in one transaction, which has locked the result.
 */
export function changeInBulk(deps: BulkDeps) {
	const { db, clock } = deps;
	return async (payload: BulkPayload): Promise<void> => {
		const { workspaceId, bulkId } = payload;
		const turnEndsAt = performance.now() + TURN_MS;
		do {
			const [bulk] = await read(
				db,
				workspaceId,
				selectOpenBulk(workspaceId, bulkId),
			);
			if (!bulk) return;
			if (bulk.isCollecting) {
				await collectPage(deps, payload);
				continue;
			}
			const items = await read(
				db,
				workspaceId,
				selectPending(workspaceId, bulkId, BATCH),
			);
			if (items.length === 0) {
				const finish = finishBulk(workspaceId, bulkId, "done", clock.now());
				await writeAll(db, workspaceId, [finish]);
				return;
			}
			for (const item of items) {
				await changeOne(deps, payload, bulk, item);
				if (performance.now() >= turnEndsAt) break;
			}
		} while (performance.now() < turnEndsAt);
		await writeAll(db, workspaceId, [bulkJob(payload)]);
	};
}

async function changeOne(
	{ db, clock }: BulkDeps,
	{ workspaceId, bulkId }: BulkPayload,
	bulk: OpenBulk,
	{ position, ticketId }: PendingItem,
): Promise<void> {
	const { changes, apiKeyId, requestId } = bulk;
	try {
		await inTransaction(db, workspaceId, async (tx) => {
			const [pending, tickets, references, defined] = await tx.batch([
				lockPending(workspaceId, bulkId, position),
				selectTicketForUpdate(workspaceId, ticketId),
				selectReferences(workspaceId, {
					assigneeId: changes.assigneeId || undefined,
					groupId: changes.groupId || undefined,
				}),
				selectAttributeDefinitions(workspaceId),
			]);
			if (pending.rows.length === 0) return;
			const current = requireWritable(tickets.rows[0]);
			const patch = patchFromProto(
				changes,
				current,
				references.rows[0]!,
				defined.rows[0]!.definitions,
			);
			const tags = changeTags(current.tags, changes, joinTags);
			const cause = { workspaceId, apiKeyId, requestId };
			const { participantsJson } = changes;
			const participants =
				participantsJson === undefined
					? undefined
					: joinParticipants(
							[],
							readParticipants(participantsJson),
							current.contact.email,
						);
			const whole = { ...patch, tags, participants };
			const next = await changeTicket(tx, cause, current, whole, clock.now());
			const status = next === current ? "unchanged" : "changed";
			const result = { position, status, error: null } as const;
			tx.defer(saveResult(workspaceId, bulkId, result));
		});
	} catch (err) {
		if (!(err instanceof AppError) || !OF_ONE_TICKET.includes(err.type))
			throw err;
		const { code, message } = err;
		const error = { code, message };
		const result = { position, status: "failed", error } as const;
		await writeAll(db, workspaceId, [saveResult(workspaceId, bulkId, result)]);
	}
}
