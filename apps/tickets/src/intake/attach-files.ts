import { newId } from "@supportdesk/ids/ids.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { withImages } from "../domain/mail-files.ts";
import type { AttachmentRecord } from "../domain/message.ts";
import { insertAttachment } from "../store/attachments.ts";
import type { IncomingMail } from "./incoming.ts";

/** The files of a mail as attachments, and its body with the images that it shows in place. */
export interface Contents {
	readonly attachments: readonly AttachmentRecord[];
	readonly body: string;
}

export function contentsOf(
	{ files, body }: IncomingMail,
	ticketId: string,
	messageId: string,
	now: Date,
): Contents {
	const attachments = files.map(({ filename, contentType, data }) => ({
		id: newId("att", now.getTime()),
		filename,
		contentType,
		size: data.length,
	}));
	const urls = new Map(
		files.flatMap(({ contentId }, i) =>
			contentId === ""
				? []
				: [
						[
							contentId,
							`/v1/tickets/${ticketId}/messages/${messageId}/attachments/${attachments[i]!.id}`,
						] as const,
					],
		),
	);
	return {
		attachments,
		body: body.format === "html" ? withImages(body.body, urls) : body.body,
	};
}

/** Stores the files with the next round trip, after the message. */
export function storeFiles(
	tx: Transaction,
	workspaceId: string,
	messageId: string,
	{ attachments }: Contents,
	{ files }: IncomingMail,
): void {
	for (const [position, attachment] of attachments.entries())
		tx.defer(
			insertAttachment(
				workspaceId,
				messageId,
				position,
				attachment,
				files[position]!.data,
			),
		);
}
