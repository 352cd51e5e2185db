import type { ListContactsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { ContactRecord } from "../domain/contact.ts";
import {
	CONTACT_SORTS,
	type ContactSort,
	selectContactPage,
} from "../store/contacts.ts";
import { contactJson } from "./contact-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:desc" };

export function listContacts({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListContactsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const sort = parseSort(CONTACT_SORTS, sortText);
		const filters = {
			email: request.email,
			external_id: request.externalId,
			q: request.q,
			created_after: request.createdAfter,
			created_before: request.createdBefore,
		};
		const scope = { list: "contacts", workspaceId, sort: sortText, filters };
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const contacts = await read(
			db,
			context,
			selectContactPage(workspaceId, filters, sort, limit + 1, walk.position),
		);
		const shown = await walk.write(contacts, contactJson, (contact) => ({
			value: sortValue(contact, sort),
			id: contact.id,
		}));
		return page(shown.items, shown.nextCursor);
	};
}

function sortValue(contact: ContactRecord, { field }: ContactSort): string {
	switch (field) {
		case "created_at":
			return contact.createdAt;
		case "name":
			return contact.name;
		case "last_seen_at":
			return contact.lastSeenAt ?? contact.createdAt;
	}
}
