import type { AppError } from "@supportdesk/errors/app-error.ts";
import { writeInBatch } from "@supportdesk/pg/batched-write.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import {
	NOT_WRITTEN,
	type Outcome,
	outcomeOf,
} from "@supportdesk/pg/run-creation.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import {
	type Caller,
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { AttachmentFile } from "../domain/attachment.ts";
import {
	joinParticipants,
	type NamedParticipant,
} from "../domain/participants.ts";
import { afterReply, type Conversation } from "../domain/ticket.ts";
import type { WorkspaceSettings } from "../domain/workspace-settings.ts";
import { draftWithdrawn } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { requireOthers } from "../participants/require-others.ts";
import { deliverJob } from "../queue.ts";
import { insertAttachment } from "../store/attachments.ts";
import {
	type CurrentDraft,
	selectCurrentDraft,
	supersedeDraft,
} from "../store/drafts.ts";
import { selectLastMessageId } from "../store/messages.ts";
import {
	isDuplicateMessage,
	type NewMessage,
	type StoredMessage,
	WRITE_MESSAGES,
	writeMessageAlone,
} from "../store/new-message.ts";
import {
	saveParticipants,
	savePending,
	selectTicketForUpdate,
} from "../store/tickets.ts";
import { selectSettings } from "../store/workspace-settings.ts";

/** What else a message needs to be written, and what it brings along. */
interface Conditions {
	/** Nothing is written unless this is the ticket's latest message. */
	readonly ifLastMessageId: string | undefined;
	/** Who become participants with it. */
	readonly copies: readonly NamedParticipant[];
	readonly mailFrom: string;
}

type Unsent = Omit<NewMessage, "job">;

/**
 * Writes a message: with others if its ticket is free, stays as it is but for its counts, and the message has no files;
 * else alone, as soon as the ticket is free.
 *
 * @param conditions a message that has some is written alone
 * @returns the body of the response; undefined when the message is there already.
 */
export async function writeMessage(
	db: Pool,
	caller: Caller,
	files: readonly AttachmentFile[],
	message: Unsent,
	{ ifLastMessageId, copies, mailFrom }: Conditions,
): Promise<Outcome<string> | undefined> {
	const { workspaceId } = caller;
	const [head, middle, tail] = message.response;
	const bodyOf = ({ author, createdAt }: StoredMessage) =>
		head + author + middle + createdAt + tail;
	const isPlain = files.length === 0 && copies.length === 0;
	if (isPlain && ifLastMessageId === undefined) {
		const sent = withMail(workspaceId, message);
		const rows = await writeInBatch(db, caller, WRITE_MESSAGES, sent);
		if (!rows) return undefined;
		const outcome = outcomeOf(rows, bodyOf);
		if (outcome.written !== undefined || outcome.stored) return outcome;
	}
	try {
		const rows = await inTransaction(db, caller, async (tx) => {
			await requireOthers(tx, workspaceId, mailFrom, copies);
			return writeGuarded(
				tx,
				workspaceId,
				message,
				files,
				copies,
				ifLastMessageId,
			);
		});
		return rows ? outcomeOf(rows, bodyOf) : NOT_WRITTEN;
	} catch (err) {
		if (isDuplicateMessage((err as AppError).cause)) return undefined;
		throw err;
	}
}

/** Writes a message within a transaction that has locked the ticket and stores what becomes of its draft. */
export function writeMessageIn(
	workspaceId: string,
	message: Unsent,
): ReturnType<typeof writeMessageAlone> {
	return writeMessageAlone(workspaceId, withMail(workspaceId, message));
}

/** Undefined where the ticket has a newer message than the one given. */
async function writeGuarded(
	tx: Transaction,
	workspaceId: string,
	message: Unsent,
	files: readonly AttachmentFile[],
	copies: readonly NamedParticipant[],
	ifLastMessageId: string | undefined,
) {
	if (ifLastMessageId !== undefined) {
		const { ticketId } = message.message;
		const [, last] = await tx.batch([
			selectTicketForUpdate(workspaceId, ticketId),
			selectLastMessageId(workspaceId, ticketId),
		]);
		if (last.rows[0] !== ifLastMessageId) return undefined;
	}
	return writeAndRetract(tx, workspaceId, message, files, copies);
}

/** Writes a message with its files, retracts the draft that it makes obsolete, and sets the ticket's status. */
export async function writeAndRetract(
	tx: Transaction,
	workspaceId: string,
	message: Unsent,
	files: readonly AttachmentFile[],
	copies: readonly NamedParticipant[] = [],
) {
	const { ticketId } = message.message;
	const [tickets, drafts, settings, { rows }] = await tx.batch([
		selectTicketForUpdate(workspaceId, ticketId),
		selectCurrentDraft(workspaceId, ticketId),
		selectSettings(workspaceId),
		writeMessageIn(workspaceId, message),
	]);
	const [ticket] = tickets.rows;
	const written = rows[0]?.written;
	if (!ticket || !written) return rows;
	for (const file of attachmentsOf(workspaceId, message, files)) tx.defer(file);
	if (message.message.type === "outbound")
		storeReply(
			tx,
			workspaceId,
			message,
			ticket,
			drafts.rows[0],
			settings.rows[0]!,
			copies,
			new Date(written.createdAt),
		);
	return rows;
}

/** Stores what a reply makes of its ticket. */
function storeReply(
	tx: Transaction,
	workspaceId: string,
	{ cause }: Unsent,
	before: Conversation,
	draft: CurrentDraft | undefined,
	settings: WorkspaceSettings,
	copies: readonly NamedParticipant[],
	repliedAt: Date,
): void {
	const { participants, contact } = before;
	const after = {
		...afterReply(before, settings, repliedAt),
		participants: joinParticipants(participants, copies, contact.email),
	};
	if (after.participants.length > participants.length)
		tx.defer(saveParticipants(workspaceId, before.id, after.participants));
	if (after.status !== before.status)
		tx.defer(savePending(workspaceId, before.id));
	tx.defer(supersedeDraft(workspaceId, before.id, repliedAt));
	writeEvents(tx, workspaceId, [
		...draftWithdrawn(cause, before, draft, repliedAt),
		...ticketChanged(cause, "ticket.updated", before, after, repliedAt),
	]);
}

function withMail(workspaceId: string, unsent: Unsent): NewMessage {
	const { message } = unsent;
	const isSent = message.type === "outbound";
	const job = isSent ? deliverJob(workspaceId, message) : undefined;
	return { ...unsent, job };
}

function attachmentsOf(
	workspaceId: string,
	{ message }: Unsent,
	files: readonly AttachmentFile[],
): Statement[] {
	return message.attachments.map((attachment, position) =>
		insertAttachment(
			workspaceId,
			message.id,
			position,
			attachment,
			files[position]!.data,
		),
	);
}
