import type {
	GetAttachmentRequest,
	GetAttachmentResponse,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { attachmentNotFound } from "../domain/errors.ts";
import { selectAttachmentFile } from "../store/attachments.ts";

export function getAttachment({ db }: Pick<Deps, "db">) {
	return async (
		{ ticketId, messageId, attachmentId }: GetAttachmentRequest,
		context: CallContext,
	): Promise<GetAttachmentResponse> => {
		const { workspaceId } = context;
		const [file] = await read(
			db,
			context,
			selectAttachmentFile(workspaceId, ticketId, messageId, attachmentId),
		);
		if (!file) throw attachmentNotFound();
		return file;
	};
}
