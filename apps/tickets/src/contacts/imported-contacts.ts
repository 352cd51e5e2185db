import type { ImportedContact as ContactOfRow } from "@supportdesk/contracts/supportdesk/tickets/v1/import.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import {
	type EmailAddress,
	parseEmailAddress,
} from "@supportdesk/text/email-address.ts";
import { contactNameOr } from "../domain/contact.ts";
import { parseContactName } from "../domain/contact-name.ts";
import {
	contactMismatch,
	contactNotFound,
	invalidEmail,
} from "../domain/errors.ts";
import type { Contact } from "../domain/ticket.ts";
import type { ImportedContact, NamedContact } from "../store/imports.ts";

/** What a row says of its contact, in the form in which contacts are compared. */
export interface ContactNames {
	readonly id: string | undefined;
	readonly email: EmailAddress | undefined;
	readonly externalId: string | undefined;
	readonly name: string | undefined;
}

/** @throws AppError `invalid_parameter` */
export function readContactNames(contact: ContactOfRow): ContactNames {
	const { id, email, externalId } = contact;
	const address = email === undefined ? undefined : parseEmailAddress(email);
	if (email !== undefined && !address) throw invalidEmail();
	const name = parseContactName(contact.name);
	return { id, email: address, externalId, name };
}

/** The contacts of an import: those that are there, and those that its rows make. */
export class ImportedContacts {
	readonly #byId = new Map<string, Contact>();
	readonly #byKey = new Map<string, Contact>();
	readonly #byExternalId = new Map<string, Contact>();
	readonly #made = new Map<string, ImportedContact>();

	constructor(found: readonly NamedContact[]) {
		for (const { contact, rowId, emailKey, externalId } of found) {
			this.#byId.set(rowId, contact);
			this.#byKey.set(emailKey, contact);
			if (externalId !== null) this.#byExternalId.set(externalId, contact);
		}
	}

	/** Those to write. */
	get made(): readonly ImportedContact[] {
		return [...this.#made.values()];
	}

	/**
	 * The contact with these names, or undefined where a new one has them.
	 *
	 * @throws AppError `contact_not_found`, `contact_mismatch`
	 */
	find({ id, email, externalId }: ContactNames): Contact | undefined {
		const named = id === undefined ? undefined : this.#byId.get(id);
		if (id !== undefined && !named) throw contactNotFound();
		const known = [
			named,
			externalId === undefined ? undefined : this.#byExternalId.get(externalId),
			email && this.#byKey.get(email.key),
		].filter((contact) => contact !== undefined);
		const [contact] = known;
		if (known.some((other) => other.id !== contact!.id))
			throw contactMismatch();
		// An id says who it is: an address of no contact is not taken for another one of this contact.
		if (named && email && !this.#byKey.has(email.key)) throw contactMismatch();
		return contact;
	}

	/** Makes a contact with these names, of which no contact has any. */
	make({ email, externalId, name }: ContactNames, now: Date): Contact {
		const id = newId("cnt", now.getTime());
		const contact: Contact = {
			id,
			name: contactNameOr(name, email, externalId),
			email: email?.address ?? "",
			avatarUrl: null,
		};
		this.#made.set(id, {
			id,
			name: contact.name,
			email: contact.email,
			emailKey: email?.key ?? id,
			externalId: externalId ?? null,
			lastSeenAt: null,
		});
		if (email) this.#byKey.set(email.key, contact);
		if (externalId !== undefined) this.#byExternalId.set(externalId, contact);
		return contact;
	}

	/** Notes when a new contact has written. */
	see({ id }: Contact, at: string): void {
		const made = this.#made.get(id);
		if (!made) return;
		const { lastSeenAt } = made;
		if (lastSeenAt === null || lastSeenAt < at)
			this.#made.set(id, { ...made, lastSeenAt: at });
	}
}
