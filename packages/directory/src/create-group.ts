import { newId } from "@supportdesk/ids/ids.ts";
import type { Cause } from "@supportdesk/outbox/new-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { groupExists, memberNotFound } from "./domain/errors.ts";
import { parseName } from "./domain/text.ts";
import { created } from "./resource-events.ts";
import { insertTicketsEvent } from "./store/events.ts";
import { type Group, insertGroup, saveMembers } from "./store/groups.ts";

/**
 * Creates a group: a team that tickets can be assigned to.
 *
 * @param tx a transaction that entered the workspace.
 * @throws AppError `invalid_parameter`, `group_exists`, `agent_not_found`
 */
export async function createGroup(
	tx: Transaction,
	group: {
		workspaceId: string;
		name: string;
		agentIds?: readonly string[];
		now: Date;
	},
	cause: Cause,
): Promise<Group> {
	const { workspaceId, agentIds = [], now } = group;
	const name = parseName(group.name);
	const id = newId("grp", now.getTime());
	const row = await insertGroup(tx, { workspaceId, id, name, now });
	if (!row) throw groupExists(name);
	const next = { ...row, agent_ids: await members(tx, row, agentIds) };
	const event = created("group.created", next, now, cause);
	await insertTicketsEvent(tx, workspaceId, event);
	return next;
}

/** Has a group consist of these agents; returns their ids as the group shows them. @throws AppError `agent_not_found` */
export async function members(
	tx: Transaction,
	{ workspace_id, id }: Group,
	agentIds: readonly string[],
): Promise<string[]> {
	const ids = [...new Set(agentIds)].sort();
	if ((await saveMembers(tx, workspace_id, id, ids)) < ids.length)
		throw memberNotFound();
	return ids;
}
