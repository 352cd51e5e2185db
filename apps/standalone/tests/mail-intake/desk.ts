import type { Transport } from "../../src/compose.ts";
import type { ApiResponse, Client } from "../client.ts";
import { createMailbox, type TestMailbox } from "../mail.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "../product.ts";

/** A workspace with a mailbox, in a product of its own. */
export interface MailDesk {
	readonly product: TestProduct;
	readonly workspace: TestWorkspace;
	readonly mailbox: TestMailbox;
	readonly api: Client;
	ticketOf(id: string): Promise<ApiResponse["body"]>;
	conversationOf(id: string): Promise<ApiResponse["body"]>;
	/** Replies in the ticket, and gives the Message-ID of the reply's mail. */
	reply(
		ticketId: string,
		body?: string,
	): Promise<{ message: ApiResponse["body"]; messageId: string }>;
}

/** An address of a customer who has not written yet. */
export const sender = () => `mia-${crypto.randomUUID()}@customer.example`;

export async function startMailDesk(transport: Transport): Promise<MailDesk> {
	const product = await startProduct({
		transport,
		env: { MAIL_PLUS_ADDRESSES: "true" },
	});
	const workspace = await product.createWorkspace();
	const { api } = workspace;
	const mailbox = await createMailbox(product, workspace, {
		group_id: workspace.groups[0]!.id,
	});
	return {
		product,
		workspace,
		mailbox,
		api,
		ticketOf: async (id) => (await api.get(`/v1/tickets/${id}`)).body,
		conversationOf: async (id) =>
			(await api.get(`/v1/conversations/${id}`)).body,
		async reply(ticketId, body = "Is it plugged in?") {
			const path = `/v1/tickets/${ticketId}/messages`;
			const { body: message } = await api.post(path, {
				body,
				type: "outbound",
			});
			const mail = await product.nextMail(message.id);
			const [, messageId] = /^Message-ID: (<.*>)$/im.exec(mail.text)!;
			return { message, messageId: messageId! };
		},
	};
}
