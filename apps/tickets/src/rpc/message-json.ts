import type { Message } from "../domain/message.ts";

/** The API's Message object. Attachments come as descriptions with the path that serves their bytes. */
export function messageJson(message: Message): string {
	const [head, middle, tail] = messagePieces(message);
	const author = JSON.stringify(message.author);
	return `${head}${author}${middle}${message.createdAt}${tail}`;
}

/** What stands in the Message object before its author, between author and time, and behind the time. */
export function messagePieces(
	message: Omit<Message, "author">,
): [head: string, middle: string, tail: string] {
	const text = JSON.stringify;
	const attachments = message.attachments.map(
		({ id, filename, contentType, size }) => ({
			id,
			filename,
			content_type: contentType,
			size,
			url: `/v1/tickets/${message.ticketId}/messages/${message.id}/attachments/${id}`,
		}),
	);
	return [
		`{"id":"${message.id}","ticket_id":"${message.ticketId}","type":"${message.type}","body":${text(message.body)},"body_text":${text(message.bodyText)},"body_format":"${message.bodyFormat}","author":`,
		`,"attachments":${text(attachments)},"ai_generated":${message.aiGenerated},"status":"${message.status}","attempts":${message.attempts},"error":${text(message.error)},"created_at":"`,
		`"${mailFields(message)}}`,
	];
}

/** Only messages that came by mail show these fields. */
function mailFields({ ticketId, id, mail }: Omit<Message, "author">): string {
	if (!mail) return "";
	const text = JSON.stringify;
	return `,"quoted_text":${text(mail.quotedText)},"authentication":${text(mail.authentication)},"raw_url":"/v1/tickets/${ticketId}/messages/${id}/raw"`;
}
