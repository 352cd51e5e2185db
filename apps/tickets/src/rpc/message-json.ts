import type { Message } from "../domain/message.ts";

/** The API's Message object. Attachments come as descriptions with the path that serves their bytes. */
export function messageJson(message: Message): string {
	return JSON.stringify({
		id: message.id,
		ticket_id: message.ticketId,
		type: message.type,
		body: message.body,
		body_text: message.bodyText,
		body_format: message.bodyFormat,
		author: message.author,
		attachments: message.attachments.map(
			({ id, filename, contentType, size }) => ({
				id,
				filename,
				content_type: contentType,
				size,
				url: `/v1/tickets/${message.ticketId}/messages/${message.id}/attachments/${id}`,
			}),
		),
		ai_generated: message.aiGenerated,
		status: message.status,
		attempts: message.attempts,
		error: message.error,
		created_at: message.createdAt,
	});
}
