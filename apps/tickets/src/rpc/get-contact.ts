import type { GetContactRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { noSuchContact } from "../domain/errors.ts";
import { selectContact } from "../store/contacts.ts";
import { contactJson } from "./contact-json.ts";

export function getContact({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetContactRequest, context: CallContext) => {
		const [contact] = await read(
			db,
			context,
			selectContact(context.workspaceId, id),
		);
		if (!contact) throw noSuchContact();
		return ok(contactJson(contact));
	};
}
