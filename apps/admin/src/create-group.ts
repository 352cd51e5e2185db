import { newId } from "@supportdesk/ids/ids.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { parseName } from "./domain/text.ts";
import { created } from "./resource-events.ts";
import { insertTicketsEvent } from "./store/events.ts";
import { type Group, insertGroup } from "./store/groups.ts";

/**
 * Creates a group: a team that tickets can be assigned to.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an invalid name, or when the workspace has a group of this name.
 */
export async function createGroup(
	tx: Transaction,
	group: { workspaceId: string; name: string; now: Date },
): Promise<Group> {
	const { workspaceId, now } = group;
	const name = parseName(group.name);
	const id = newId("grp", now.getTime());
	const row = await insertGroup(tx, { workspaceId, id, name, now });
	if (!row) {
		throw new AdminError(`The workspace has a group ${name} already.`);
	}
	await insertTicketsEvent(tx, workspaceId, created("group.created", row, now));
	return row;
}
