import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { type AttributeChange, changedAttribute } from "./domain/attribute.ts";
import { noSuchAttribute } from "./domain/errors.ts";
import {
	type Attribute,
	lockAttribute,
	saveAttribute,
} from "./store/attributes.ts";

/**
 * Changes what people are shown of an attribute, or adds values to an enum. Its key and type never change, and no value
 * is removed: tickets and contacts may have it.
 *
 * @param tx a transaction that entered the workspace.
 * @throws AppError `attribute_not_found`, `invalid_parameter`, `invalid_attribute_value`
 */
export async function changeAttribute(
	tx: Transaction,
	workspaceId: string,
	key: string,
	change: AttributeChange,
): Promise<Attribute> {
	const current = await lockAttribute(tx, workspaceId, key);
	if (!current) throw noSuchAttribute();
	const next = changedAttribute(current, change);
	await saveAttribute(tx, next);
	return next;
}
