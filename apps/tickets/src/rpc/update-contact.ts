import type { UpdateContactRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { EmailAddress } from "@supportdesk/text/email-address.ts";
import {
	readAddresses,
	refuseTaken,
	replaceAddresses,
	retryTaken,
} from "../contacts/addresses.ts";
import type { Deps } from "../deps.ts";
import { mergeAttributes } from "../domain/attributes.ts";
import type { AddressRow, ContactRecord } from "../domain/contact.ts";
import { parseContactName } from "../domain/contact-name.ts";
import { noSuchContact } from "../domain/errors.ts";
import { contactUpdated } from "../events/contact-events.ts";
import { writeEvents } from "../events/write-events.ts";
import {
	type Definitions,
	selectAttributeDefinitions,
} from "../store/attributes.ts";
import { saveContact } from "../store/contact-changes.ts";
import {
	lockContact,
	selectAddressRows,
	selectContact,
	selectHolders,
} from "../store/contacts.ts";
import { contactJson } from "./contact-json.ts";

export function updateContact({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateContactRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const scope = `contacts.update:${request.id}`;
		const operation = operationOf(context, scope, undefined, now);
		const name = parseContactName(request.name, "name");
		const given = request.addresses?.addresses;
		const addresses = readAddresses(
			given ?? (request.email ? [request.email] : []),
			given ? "addresses" : "email",
		);
		const keys = addresses.map(({ key }) => key);
		const response = await retryTaken(() =>
			runOperation(
				db,
				operation,
				[
					lockContact(workspaceId, request.id),
					selectContact(workspaceId, request.id),
					selectHolders(workspaceId, keys, request.externalId || undefined),
					selectAttributeDefinitions(workspaceId),
				],
				async (tx, [, found, holders, defined]) => {
					const before = found.rows[0];
					if (!before) throw noSuchContact();
					refuseTaken(holders.rows, request.email, before.id);
					const next = changed(before, request, name, defined.rows[0]!);
					if (given || request.email) {
						const { rows } = await tx.query(
							selectAddressRows(workspaceId, before.id),
						);
						const kept = given ? [] : withoutMain(rows, keys);
						const all = [...addresses, ...kept];
						replaceAddresses(tx, workspaceId, rows, all, now);
					}
					tx.defer(
						saveContact(workspaceId, next, later(before.updatedAt, now)),
					);
					const { rows } = await tx.query(
						selectContact(workspaceId, before.id),
					);
					const after = rows[0]!;
					const events = contactUpdated(context, before, after, now);
					writeEvents(tx, workspaceId, events);
					if (events.length > 0) return responseOf(after);
					// Equal values change nothing, the time of the last change included.
					tx.defer(saveContact(workspaceId, before, before.updatedAt));
					return responseOf(before);
				},
			),
		);
		return stored(response);
	};
}

const responseOf = (contact: ContactRecord) => ({
	status: 200,
	body: contactJson(contact),
	resourceId: "",
});

/** The addresses that stay when another one becomes the main one in place of the present. */
function withoutMain(
	[, ...others]: readonly AddressRow[],
	keys: readonly string[],
): EmailAddress[] {
	return others
		.filter(({ address, key }) => address !== "" && !keys.includes(key))
		.map(({ address, key }) => ({ address, key }));
}

function changed(
	before: ContactRecord,
	{ externalId, customAttributesJson }: UpdateContactRequest,
	name: string | undefined,
	{ definitions }: Definitions,
): ContactRecord {
	return {
		...before,
		name: name ?? before.name,
		externalId:
			externalId === undefined ? before.externalId : externalId || null,
		customAttributesJson:
			customAttributesJson === undefined
				? before.customAttributesJson
				: mergeAttributes(
						definitions,
						before.customAttributesJson,
						customAttributesJson,
					),
	};
}
