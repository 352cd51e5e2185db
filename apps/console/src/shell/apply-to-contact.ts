import type {
	ContactDetails,
	ConversationWithMessages,
	Event,
} from "@supportdesk/client";
import { queryClient } from "../api/query-client.ts";
import {
	contact as contactQuery,
	conversationsOf,
} from "../contacts/contact-list.ts";
import { changeRow, readTicket, rowsOf } from "../inbox/rows.ts";
import type { Refresh } from "./refresh.ts";

// What an erased contact has left in its tickets goes soon after the contact.
const ERASED_MS = 5_000;

/** Shows a contact's new name, or that it is erased, also in its conversations: no event of theirs reports it. */
export function applyToContact(event: Event, refresh: Refresh): void {
	refresh(["contacts"]);
	const contact = event.data.object as unknown as ContactDetails;
	const { id } = event.resource;
	if (contact.name === undefined) {
		queryClient.setQueryData(contactQuery(id).queryKey, null);
		queryClient.removeQueries(conversationsOf(id));
		showErased(id, refresh);
		setTimeout(() => showErased(id, refresh), ERASED_MS);
		return;
	}
	for (const shown of new Set([id, contact.id])) refresh(["contact", shown]);
	const { previous } = event.data;
	const isRenamed = previous && ("name" in previous || "email" in previous);
	if (!isRenamed) return;
	refreshConversationsOf(id, refresh);
	for (const row of rowsOf(id))
		changeRow(row.id, (now) => ({
			...now,
			contact: contact.name,
			contactId: contact.id,
		}));
}

function showErased(id: string, refresh: Refresh): void {
	refreshConversationsOf(id, refresh);
	for (const row of rowsOf(id)) void readTicket(row.id);
}

function refreshConversationsOf(contactId: string, refresh: Refresh): void {
	const all = queryClient.getQueriesData<ConversationWithMessages>({
		queryKey: ["conversation"],
	});
	for (const [queryKey, known] of all)
		if (known?.contact?.id === contactId) refresh(queryKey);
}
