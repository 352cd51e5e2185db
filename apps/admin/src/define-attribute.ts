import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { parseAttribute } from "./domain/attribute.ts";
import { type Attribute, insertAttribute } from "./store/attributes.ts";

/**
 * Defines a custom attribute for tickets of the workspace. A definition never changes, because existing values of tickets
 * might not match a new one.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an invalid definition, or when the key is already defined.
 */
export async function defineAttribute(
	tx: Transaction,
	attribute: {
		workspaceId: string;
		key: string;
		type: string;
		/** Separated by commas; for an enum. */
		values?: string;
		now: Date;
	},
): Promise<Attribute> {
	const { workspaceId, key, type, values, now } = attribute;
	const rule = parseAttribute(key, type, values);
	const row = await insertAttribute(tx, { ...rule, workspaceId, now });
	if (!row) {
		throw new AdminError(`The workspace has an attribute ${key} already.`);
	}
	return row;
}
