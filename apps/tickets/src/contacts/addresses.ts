import { newId } from "@supportdesk/ids/ids.ts";
import { brokenConstraint } from "@supportdesk/pg/sqlstate.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import {
	type EmailAddress,
	parseEmailAddress,
} from "@supportdesk/text/email-address.ts";
import { type AddressRow, assignAddresses } from "../domain/contact.ts";
import {
	contactExists,
	contactsExternalIdExists,
	invalidEmail,
} from "../domain/errors.ts";
import { clearAddresses, saveAddresses } from "../store/contact-changes.ts";
import type { Holder } from "../store/contacts.ts";

const ATTEMPTS_MAX = 3;
const TAKEN = ["contacts_email_key", "contacts_external_id"];

/**
 * Repeats an operation whose address or external id another transaction has taken since it looked for holders: then it
 * finds the holder, and refuses.
 */
export async function retryTaken<T>(attempt: () => Promise<T>): Promise<T> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			return await attempt();
		} catch (err) {
			const { cause } = err as Error;
			const isTaken = TAKEN.includes(brokenConstraint(cause) ?? "");
			if (!isTaken || attempts === ATTEMPTS_MAX) throw err;
		}
	}
}

/** Addresses of a request in their order, each once. @throws AppError `invalid_parameter` */
export function readAddresses(
	texts: readonly string[],
	param: string,
): EmailAddress[] {
	const byKey = new Map<string, EmailAddress>();
	for (const text of texts) {
		const address = parseEmailAddress(text);
		if (!address) throw invalidEmail(param);
		if (!byKey.has(address.key)) byKey.set(address.key, address);
	}
	return [...byKey.values()];
}

/**
 * Throws the refusal of an address or external id that another contact has.
 *
 * @param email what the request has as `email`; its other addresses are in `addresses`
 * @param contactId who may have them; undefined for a new contact
 */
export function refuseTaken(
	holders: readonly Holder[],
	email: string | undefined,
	contactId?: string,
): void {
	const emailKey = email && parseEmailAddress(email)?.key;
	for (const holder of holders) {
		if (holder.contactId === contactId) continue;
		throw holder.key === null
			? contactsExternalIdExists(holder.contactId)
			: contactExists(
					holder.contactId,
					holder.key === emailKey ? "email" : "addresses",
				);
	}
}

/** Has a contact's rows hold exactly these addresses. The transaction has locked the contact. */
export function replaceAddresses(
	tx: Transaction,
	workspaceId: string,
	rows: readonly AddressRow[],
	addresses: readonly EmailAddress[],
	now: Date,
): void {
	const contactId = rows[0]!.id;
	const assigned = assignAddresses(rows, addresses, () =>
		newId("cnt", now.getTime()),
	);
	tx.defer(clearAddresses(workspaceId, contactId));
	tx.defer(saveAddresses(workspaceId, contactId, assigned, now.toISOString()));
}
