import type { Attribute } from "@supportdesk/directory/attributes.ts";
import { defineAttribute as define } from "@supportdesk/directory/define-attribute.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";

/**
 * Defines a custom attribute.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AppError for an invalid definition, or when the key is already defined.
 */
export function defineAttribute(
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
	return define(tx, { ...attribute, values: attribute.values?.split(",") });
}
