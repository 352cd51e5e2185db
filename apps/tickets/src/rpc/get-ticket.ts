import {
	type GetTicketRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { PAGE_BYTES_MAX, writeFitting } from "@supportdesk/paging/page.ts";
import { lookup, lookupAll } from "@supportdesk/pg/lookup.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { ticketNotFound } from "../domain/errors.ts";
import type { Conversation } from "../domain/ticket.ts";
import { selectLatestMessages } from "../store/messages.ts";
import { selectTicket } from "../store/tickets.ts";
import { messageJson } from "./message-json.ts";
import { conversationJson, ticketJson } from "./ticket-json.ts";

const MESSAGES_SHOWN_MAX = 50; // the API promises the latest 50 with a conversation, if 8 MiB hold them

export function getTicket({ db }: Pick<Deps, "db">) {
	return async ({ id, view }: GetTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const ticket = selectTicket(workspaceId, id);
		if (view !== View.VIEW_CONVERSATION) {
			const rows = await lookup(db, context, ticket);
			return ok(ticketJson(found(rows[0])));
		}
		const [rows, messages] = await lookupAll(db, context, [
			ticket,
			selectLatestMessages(workspaceId, id, MESSAGES_SHOWN_MAX),
		]);
		const conversation = found(rows[0]);
		const ownBytes = Buffer.byteLength(conversationJson(conversation, "[]"));
		const latest = await writeFitting(
			messages,
			messageJson,
			PAGE_BYTES_MAX - ownBytes,
		);
		const shown = latest.reverse().join(",");
		return ok(conversationJson(conversation, `[${shown}]`));
	};
}

function found(ticket: Conversation | undefined): Conversation {
	if (!ticket) throw ticketNotFound();
	return ticket;
}
