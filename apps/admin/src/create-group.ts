import { createGroup as create } from "@supportdesk/directory/create-group.ts";
import type { Group } from "@supportdesk/directory/groups.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { COMMAND_LINE } from "./command-line-cause.ts";

/**
 * Creates a group.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AppError for an invalid name, or when the workspace has a group of this name.
 */
export function createGroup(
	tx: Transaction,
	group: { workspaceId: string; name: string; now: Date },
): Promise<Group> {
	return create(tx, group, COMMAND_LINE);
}
