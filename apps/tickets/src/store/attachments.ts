import { bytes, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { AttachmentRecord } from "../domain/message.ts";
import { MERGED_IDS } from "./ticket-merges.ts";

/** An attachment's description and, apart from it, its bytes; nothing where the message was not written. */
export function insertAttachment(
	workspaceId: string,
	messageId: string,
	position: number,
	attachment: AttachmentRecord,
	data: Buffer,
): Statement {
	return {
		name: "attachment_insert",
		text: `with described as (
  insert into attachments (workspace_id, message_id, id, position, filename, content_type, size)
  select $1, id, $3, $4, $5, $6, $7
    from messages
   where workspace_id = $1
     and id = $2
  returning id
)
insert into attachment_data (workspace_id, attachment_id, data)
select $1, id, $8
  from described`,
		values: [
			workspaceId,
			messageId,
			attachment.id,
			position,
			attachment.filename,
			attachment.contentType,
			attachment.size,
			data,
		],
	};
}

interface AttachmentFile {
	readonly filename: string;
	readonly contentType: string;
	readonly data: Buffer;
}

const ATTACHMENT_FILE = rowType(
	{ filename: text, content_type: text, data: bytes },
	({ filename, content_type, data }): AttachmentFile => ({
		filename,
		contentType: content_type,
		data,
	}),
);

/** The bytes of one attachment, through its message and a ticket that is still there: one that the message is in, or was in before a merge. */
export function selectAttachmentFile(
	workspaceId: string,
	ticketId: string,
	messageId: string,
	attachmentId: string,
): Query<AttachmentFile> {
	return {
		name: "attachment_file",
		text: `select f.filename, f.content_type, d.data
  from attachments f
  join attachment_data d on d.workspace_id = f.workspace_id and d.attachment_id = f.id
  join messages m on m.workspace_id = f.workspace_id and m.id = f.message_id
  join tickets t on t.workspace_id = m.workspace_id and t.id = m.ticket_id
 where f.workspace_id = $1
   and f.id = $4
   and m.id = $3
   and (m.ticket_id = $2 or m.written_in in (${MERGED_IDS}))
   and t.deleted_at is null`,
		values: [workspaceId, ticketId, messageId, attachmentId],
		row: ATTACHMENT_FILE,
	};
}
