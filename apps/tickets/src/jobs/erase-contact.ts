import { inTransaction, read, writeAll } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import { patternOf } from "../domain/erasure.ts";
import type { EraseContactPayload } from "../queue.ts";
import {
	eraseAnswers,
	eraseResponses,
	eraseTickets,
	eraseUncollected,
	selectMergeTargets,
	selectRepliesIn,
	selectTicketsOf,
} from "../store/erasure.ts";
import {
	eraseInOthersTickets,
	eraseMails,
	eraseRawMailsIn,
	selectTicketsOfOthers,
} from "../store/mail-erasure.ts";

const BATCH = 50; // a statement has five seconds, and a ticket may have thousands of messages
const TIME_LIMIT_MS = 10_000;

type EraseDeps = Pick<Deps, "db" | "clock" | "knowledge" | "mail">;

/**
 * Erases what an erased contact left in its tickets, in the knowledge service and in files; the events service erases
 * events when it appends `contact.erased`. Safe to repeat, and repeated until all is done: it runs a second time for what
 * transactions wrote that had begun before.
 */
export function eraseContact(deps: EraseDeps) {
	const { db } = deps;
	return async (payload: EraseContactPayload): Promise<void> => {
		const { workspaceId, contactIds, words } = payload;
		await writeAll(db, workspaceId, [
			eraseUncollected(workspaceId, contactIds),
			eraseResponses(workspaceId, contactIds, addressKeysOf(words), []),
		]);
		await eraseMailsOf(deps, payload);
		let afterId = "";
		for (;;) {
			const ids = await read(
				db,
				workspaceId,
				selectTicketsOf(workspaceId, contactIds, afterId, BATCH),
			);
			if (ids.length > 0) await eraseBatch(deps, payload, ids);
			if (ids.length < BATCH) return;
			afterId = ids.at(-1)!;
		}
	};
}

const addressKeysOf = (words: readonly string[]) =>
	words.filter((word) => word.includes("@")).map((word) => word.toLowerCase());

/** What they wrote in others' tickets first: it is found by their mails. */
async function eraseMailsOf(
	{ db, clock, knowledge, mail }: EraseDeps,
	{ workspaceId, contactIds, words }: EraseContactPayload,
): Promise<void> {
	const keys = addressKeysOf(words);
	const ticketIds = await read(
		db,
		workspaceId,
		selectTicketsOfOthers(workspaceId, contactIds, keys),
	);
	const replies = await read(
		db,
		workspaceId,
		selectRepliesIn(workspaceId, ticketIds),
	);
	// Before the tickets forget who took part in them.
	await mail.erase(replies, keys);
	await writeAll(db, workspaceId, [
		eraseRawMailsIn(workspaceId, ticketIds, keys),
		...eraseInOthersTickets(workspaceId, contactIds, keys),
	]);
	if (ticketIds.length > 0)
		await knowledge.eraseTickets(
			{ ticketIds },
			ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime()),
		);
	let erased: number;
	do {
		erased = await inTransaction(db, workspaceId, async (tx) => {
			const { count } = await tx.query(
				eraseMails(workspaceId, contactIds, keys),
			);
			return count;
		});
	} while (erased > 0);
}

async function eraseBatch(
	{ db, clock, knowledge, mail }: EraseDeps,
	{ workspaceId, contactIds, words }: EraseContactPayload,
	ticketIds: readonly string[],
): Promise<void> {
	const now = clock.now();
	const targets = await read(
		db,
		workspaceId,
		selectMergeTargets(workspaceId, ticketIds),
	);
	const touchedIds = [...new Set([...ticketIds, ...targets])];
	const replies = await inTransaction(db, workspaceId, async (tx) => {
		const statements = eraseTickets(
			workspaceId,
			contactIds,
			ticketIds,
			patternOf(words),
			now,
		);
		for (const statement of statements) tx.defer(statement);
		if (targets.length > 0)
			tx.defer(eraseAnswers(workspaceId, contactIds, targets));
		const keys = addressKeysOf(words);
		tx.defer(eraseResponses(workspaceId, contactIds, keys, touchedIds));
		tx.defer(eraseRawMailsIn(workspaceId, ticketIds, null));
		const { rows } = await tx.query(selectRepliesIn(workspaceId, ticketIds));
		return rows;
	});
	await mail.erase(replies);
	await knowledge.eraseTickets(
		{ ticketIds: touchedIds },
		ownContext(workspaceId, TIME_LIMIT_MS, now.getTime()),
	);
}
