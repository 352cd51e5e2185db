import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { parseAttribute } from "./domain/attribute.ts";
import { type Attribute, insertAttribute } from "./store/attributes.ts";

/**
 * Defines a custom attribute that tickets of the workspace may carry from now on. A definition is never changed: the
 * values of tickets would not fit it.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for a bad definition, or when the key is defined.
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
