import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { parseAttribute } from "./domain/attribute.ts";
import { attributeExists } from "./domain/errors.ts";
import { type Attribute, insertAttribute } from "./store/attributes.ts";

/**
 * Defines a custom attribute for tickets and contacts of the workspace. A definition never changes, because existing
 * values might not match a new one.
 *
 * @param tx a transaction that entered the workspace.
 * @throws AppError `invalid_parameter`, `attribute_exists`
 */
export async function defineAttribute(
	tx: Transaction,
	attribute: {
		workspaceId: string;
		key: string;
		type: string;
		/** For an enum. */
		values?: readonly string[];
		now: Date;
	},
): Promise<Attribute> {
	const { workspaceId, key, type, values, now } = attribute;
	const rule = parseAttribute(key, type, values);
	const row = await insertAttribute(tx, { ...rule, workspaceId, now });
	if (!row) throw attributeExists(key);
	return row;
}
