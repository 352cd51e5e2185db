import { assigneeNotFound, groupNotFound } from "./errors.ts";
import type { Agent, Group } from "./ticket.ts";

/**
 * The agent whom a request gives a ticket to; undefined when it names none.
 *
 * @throws AppError `assignee_not_found`
 */
export function pickAssignee(
	id: string | undefined,
	found: Agent | undefined,
): Agent | undefined {
	if (id && !found) throw assigneeNotFound();
	return found;
}

/**
 * The group that a request gives a ticket to; undefined when it names none.
 *
 * @throws AppError `group_not_found`
 */
export function pickGroup(
	id: string | undefined,
	found: Group | undefined,
): Group | undefined {
	if (id && !found) throw groupNotFound();
	return found;
}
