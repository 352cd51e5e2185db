import type { ApiResponse, Client } from "./client.ts";
import type { TestProduct, TestWorkspace } from "./product.ts";

/** A mail as a person's program writes it. */
export interface TestMail {
	readonly from?: string;
	readonly to?: string;
	readonly subject?: string;
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

const CRLF = "\r\n";

/** The mail's bytes; without a Message-ID among its headers it has a fresh one. */
export function rawMail({
	from = "Mia <mia@customer.example>",
	to = "support@desk.example",
	subject = "Lamp",
	body = "It does not shine.",
	headers = {},
}: TestMail = {}): string {
	const all = {
		From: from,
		To: to,
		Subject: subject,
		Date: "Sun, 22 Nov 2026 10:00:00 +0000",
		"Message-ID": `<${crypto.randomUUID()}@customer.example>`,
		...headers,
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return [...lines, "", body, ""].join(CRLF);
}

export interface TestMailbox {
	readonly id: string;
	readonly address: string;
	/** Uploads a mail to the mailbox. */
	send(mail: string | TestMail): Promise<ApiResponse>;
	/** Uploads a mail that becomes a message, and returns the message. */
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
	receive(mail: string | TestMail): Promise<any>;
}

/** A new mailbox of the workspace. */
export async function createMailbox(
	product: TestProduct,
	workspace: TestWorkspace,
	fields: object = {},
): Promise<TestMailbox> {
	const { api, key } = workspace;
	const { body } = await api.post("/v1/mailboxes", {
		address: `help-${crypto.randomUUID().slice(0, 8)}@desk.example`,
		...fields,
	});
	const path = `/v1/mailboxes/${body.id}/mails`;
	const send = (mail: string | TestMail) =>
		upload(
			product.url + path,
			key,
			typeof mail === "string" ? mail : rawMail({ to: body.address, ...mail }),
		);
	return {
		id: body.id,
		address: body.address,
		send,
		async receive(mail) {
			const response = await send(mail);
			if (response.body?.status !== "message")
				throw new Error(`no message: ${response.text}`);
			const { ticket_id, message_id } = response.body;
			const messages = await messagesOf(api, ticket_id);
			return messages.find(({ id }: { id: string }) => id === message_id);
		},
	};
}

/** The messages of a ticket, oldest first. */
export async function messagesOf(
	api: Client,
	ticketId: string,
): Promise<ApiResponse["body"]> {
	const path = `/v1/tickets/${ticketId}/messages`;
	return (await api.get(path, { limit: 100 })).body.data;
}

/** Sends a raw mail as the body of a request. */
export async function upload(
	url: string,
	key: string,
	raw: string | Buffer,
	headers: Record<string, string> = {},
): Promise<ApiResponse> {
	const response = await fetch(url, {
		method: "POST",
		headers: {
			authorization: `Bearer ${key}`,
			"content-type": "message/rfc822",
			...headers,
		},
		body: raw as string,
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		body: JSON.parse(text),
		text,
	};
}
