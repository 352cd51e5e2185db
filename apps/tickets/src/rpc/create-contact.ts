import type { CreateContactRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import {
	readAddresses,
	refuseTaken,
	replaceAddresses,
	retryTaken,
} from "../contacts/addresses.ts";
import type { Deps } from "../deps.ts";
import { addAttributes } from "../domain/attributes.ts";
import { contactNameOr, noAddress } from "../domain/contact.ts";
import { parseContactName } from "../domain/contact-name.ts";
import { contactCreated } from "../events/contact-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import { insertContact } from "../store/contact-changes.ts";
import { selectContact, selectHolders } from "../store/contacts.ts";
import { contactJson } from "./contact-json.ts";

export function createContact({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateContactRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { email, externalId, idempotency } = request;
		const given = [...(email ? [email] : []), ...request.addresses];
		const addresses = readAddresses(given, "email");
		const givenName = parseContactName(request.name, "name");
		const name = contactNameOr(givenName, addresses[0], externalId);
		const now = clock.now();
		const operation = operationOf(context, "contacts.create", idempotency, now);
		const keys = addresses.map(({ key }) => key);
		const response = await retryTaken(() =>
			runOperation(
				db,
				operation,
				[
					selectHolders(workspaceId, keys, externalId),
					selectAttributeDefinitions(workspaceId),
				],
				async (tx, [holders, defined]) => {
					refuseTaken(holders.rows, email);
					const attributes = addAttributes(
						defined.rows[0]!.definitions,
						request.customAttributesJson,
					);
					const id = newId("cnt", now.getTime());
					const contact = {
						id,
						name,
						externalId: externalId ?? null,
						customAttributesJson: attributes,
					};
					tx.defer(insertContact(workspaceId, contact, now.toISOString()));
					replaceAddresses(tx, workspaceId, [noAddress(id)], addresses, now);
					const { rows } = await tx.query(selectContact(workspaceId, id));
					const created = rows[0]!;
					writeEvents(tx, workspaceId, [contactCreated(context, created, now)]);
					return { status: 201, body: contactJson(created), resourceId: id };
				},
			),
		);
		return stored(response);
	};
}
