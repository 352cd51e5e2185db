import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { type Change, changed } from "./domain/change.ts";
import { updated } from "./resource-events.ts";
import { insertTicketsEvent } from "./store/events.ts";
import {
	type Group,
	isGroupNameTaken,
	lockGroup,
	saveGroup,
} from "./store/groups.ts";

/**
 * Renames, deactivates or reactivates a group. A deactivated group gets no more tickets; its existing tickets keep it.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an unknown group, an invalid name, or a name that another group of the workspace has.
 */
export async function changeGroup(
	tx: Transaction,
	workspaceId: string,
	id: string,
	change: Change,
	now: Date,
): Promise<Group> {
	const current = await lockGroup(tx, workspaceId, id);
	if (!current)
		throw new AdminError(
			`There is no group ${id} in the workspace ${workspaceId}.`,
		);
	const next = changed(current, change);
	if (await isGroupNameTaken(tx, next))
		throw new AdminError(`The workspace has a group ${next.name} already.`);
	await saveGroup(tx, next);
	const event = updated("group.updated", current, next, now);
	if (event) await insertTicketsEvent(tx, workspaceId, event);
	return next;
}
