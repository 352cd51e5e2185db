import type { Cause } from "@supportdesk/outbox/new-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { members } from "./create-group.ts";
import { type Change, changed } from "./domain/change.ts";
import { groupExists, noSuchGroup } from "./domain/errors.ts";
import { updated } from "./resource-events.ts";
import { insertTicketsEvent } from "./store/events.ts";
import {
	type Group,
	isGroupNameTaken,
	lockGroup,
	saveGroup,
} from "./store/groups.ts";

/**
 * Renames, deactivates or reactivates a group, or changes its agents. A deactivated group gets no more tickets; its
 * existing tickets keep it.
 *
 * @param tx a transaction that entered the workspace.
 * @param agentIds undefined keeps the agents.
 * @throws AppError `group_not_found`, `group_exists`, `agent_not_found`, `invalid_parameter`
 */
export async function changeGroup(
	tx: Transaction,
	workspaceId: string,
	id: string,
	changes: readonly Change[],
	agentIds: readonly string[] | undefined,
	now: Date,
	cause: Cause,
): Promise<Group> {
	const current = await lockGroup(tx, workspaceId, id);
	if (!current) throw noSuchGroup();
	const renamed = changes.reduce(changed, current);
	if (await isGroupNameTaken(tx, renamed)) throw groupExists(renamed.name);
	await saveGroup(tx, renamed);
	const agent_ids = agentIds
		? await members(tx, renamed, agentIds)
		: renamed.agent_ids;
	const next = { ...renamed, agent_ids };
	const event = updated("group.updated", current, next, now, cause);
	if (event) await insertTicketsEvent(tx, workspaceId, event);
	return next;
}
