import type { GetRawMailRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import type { GetAttachmentResponse } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { rawMailNotFound } from "../domain/errors.ts";
import { selectRawMail } from "../store/mails.ts";

export function getRawMail({ db }: Pick<Deps, "db">) {
	return async (
		{ ticketId, messageId }: GetRawMailRequest,
		context: CallContext,
	): Promise<GetAttachmentResponse> => {
		const { workspaceId } = context;
		const [data] = await read(
			db,
			context,
			selectRawMail(workspaceId, ticketId, messageId),
		);
		if (!data) throw rawMailNotFound();
		return {
			filename: `${messageId}.eml`,
			contentType: "application/octet-stream",
			data,
		};
	};
}
