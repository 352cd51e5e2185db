import type { EmailAddress } from "@supportdesk/text/email-address.ts";

/** A contact as the directory shows it. Times are ISO 8601 in UTC. */
export interface ContactRecord {
	readonly id: string;
	readonly name: string;
	/** The main address first; none for a contact that is known by its external id only. */
	readonly addresses: readonly string[];
	readonly avatarUrl: string | null;
	readonly externalId: string | null;
	/** JSON text of an object. */
	readonly customAttributesJson: string;
	readonly createdAt: string;
	readonly updatedAt: string;
	readonly lastSeenAt: string | null;
	/** JSON text of `[{email, since, reason}]`, the addresses that mail comes back from; undefined when there are none. */
	readonly undeliverableJson?: string;
}

/** A row that holds one address of a contact. A contact has a row for each of its addresses and merged contacts. */
export interface AddressRow {
	readonly id: string;
	/** Empty where the row holds no address. */
	readonly address: string;
	readonly key: string;
}

/** What a row without an address has in place of one; an address has an @. */
export const noAddress = (id: string): AddressRow => ({
	id,
	address: "",
	key: id,
});

/**
 * The rows of a contact that hold these addresses: the contact's own the first, every other one the row that held it
 * before, or the next free or new one. Rows that hold none are returned as well.
 *
 * @param rows the contact's own row first
 * @param newRowId makes the id of a further row
 */
export function assignAddresses(
	rows: readonly AddressRow[],
	addresses: readonly EmailAddress[],
	newRowId: () => string,
): readonly AddressRow[] {
	const [own, ...others] = rows;
	const [main, ...further] = addresses;
	const held = new Map<string, string>();
	const free: string[] = [];
	const wanted = new Set(further.map(({ key }) => key));
	for (const { id, key } of others) {
		if (wanted.has(key)) held.set(key, id);
		else free.push(id);
	}
	const assigned = further.map(({ address, key }) => ({
		id: held.get(key) ?? free.shift() ?? newRowId(),
		address,
		key,
	}));
	const first = main
		? { id: own!.id, address: main.address, key: main.key }
		: noAddress(own!.id);
	return [first, ...assigned, ...free.map(noAddress)];
}

/** What a contact is greeted by when nothing is given: the local part of its address, or its external id. */
export function contactNameOr(
	name: string | undefined,
	email: EmailAddress | undefined,
	externalId: string | undefined,
): string {
	if (name !== undefined) return name;
	const address = email?.address ?? externalId ?? "";
	const at = address.lastIndexOf("@");
	return [...(at > 0 ? address.slice(0, at) : address)].slice(0, 200).join("");
}
