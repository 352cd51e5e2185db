import type { Statement } from "@supportdesk/pg/statement.ts";
import { saveDeactivation } from "./store/accounts.ts";
import { deleteLinksOf } from "./store/links.ts";
import { endSessions } from "./store/sessions.ts";

/**
 * Copies an agent's deactivation to its account. A deactivated agent's sessions and links end with it.
 *
 * @param actorId of the agent or API key that changes it; empty for the command line
 */
export function saveAccountDeactivation(
	workspaceId: string,
	agentId: string,
	deactivatedAt: string | null,
	actorId: string,
	now: Date,
): Statement[] {
	const saved = saveDeactivation(
		...([workspaceId, agentId, deactivatedAt, actorId, now] as const),
	);
	return deactivatedAt === null
		? [saved]
		: [
				saved,
				deleteLinksOf(workspaceId, agentId),
				endSessions(workspaceId, agentId),
			];
}
