import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { parseAttribute } from "./domain/attribute.ts";
import { attributeExists } from "./domain/errors.ts";
import { type Attribute, insertAttribute } from "./store/attributes.ts";

/**
 * Defines a custom attribute for tickets and contacts of the workspace. Its key and type never change, because
 * existing values might not match others.
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
		label?: string;
		description?: string;
		now: Date;
	},
): Promise<Attribute> {
	const { workspaceId, key, type, values, label, description, now } = attribute;
	const rule = parseAttribute(key, type, values);
	const texts = { label: label ?? null, description: description ?? null };
	const row = await insertAttribute(tx, {
		...rule,
		...texts,
		workspaceId,
		now,
	});
	if (!row) throw attributeExists(key);
	return row;
}
