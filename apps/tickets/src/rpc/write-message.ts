import { writeAlone, writeInBatch } from "@supportdesk/pg/batched-write.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { type Outcome, outcomeOf } from "@supportdesk/pg/run-creation.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import type { Caller } from "@supportdesk/pg/transaction.ts";
import type { AttachmentFile } from "../domain/attachment.ts";
import { deliverJob } from "../queue.ts";
import { insertAttachment } from "../store/attachments.ts";
import {
	isDuplicateMessage,
	type NewMessage,
	type StoredMessage,
	WRITE_MESSAGES,
	writeMessageAlone,
} from "../store/new-message.ts";

type Unsent = Omit<NewMessage, "job">;
type ClaimedMessage = Unsent & Required<Pick<NewMessage, "response">>;

/**
 * Writes a message: with others if its ticket is free and it has no files, else alone, as soon as the ticket is free.
 *
 * @returns the body of the response; undefined when the message is there already.
 */
export async function writeMessage(
	db: Pool,
	caller: Caller,
	files: readonly AttachmentFile[],
	message: ClaimedMessage,
): Promise<Outcome<string> | undefined> {
	const { workspaceId } = caller;
	const [head, middle, tail] = message.response;
	const bodyOf = ({ author, createdAt }: StoredMessage) =>
		head + author + middle + createdAt + tail;
	const sent = withMail(workspaceId, message);
	if (files.length === 0) {
		const rows = await writeInBatch(db, caller, WRITE_MESSAGES, sent);
		if (!rows) return undefined;
		const outcome = outcomeOf(rows, bodyOf);
		if (outcome.written !== undefined || outcome.stored) return outcome;
	}
	const rows = await writeAlone(
		db,
		caller,
		isDuplicateMessage,
		writeMessageAlone(workspaceId, sent),
		...attachmentsOf(workspaceId, message, files),
	);
	return rows && outcomeOf(rows, bodyOf);
}

/** The same within a transaction that has locked the ticket. */
export function writeMessageIn(
	workspaceId: string,
	message: Unsent,
): Statement {
	return writeMessageAlone(workspaceId, withMail(workspaceId, message));
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
