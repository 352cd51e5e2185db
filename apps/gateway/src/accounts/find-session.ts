import { scopesOf } from "@supportdesk/accounts/role.ts";
import {
	type PresentedSession,
	presentSession,
	selectSessionByToken,
} from "@supportdesk/accounts/sessions.ts";
import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { runOutsideWorkspaces } from "@supportdesk/pg/transaction.ts";
import type { ApiKey } from "../keys/api-key.ts";
import type { Plans } from "../keys/find-api-key.ts";

/** How long sessions last, and what they may send. */
export interface SessionRules {
	/** A session that is not used for so long has ended. */
	readonly idleMs: number;
	/** No session lasts longer. */
	readonly lifetimeMs: number;
	/** The plan whose limits each session has. */
	readonly plan: string;
}

/**
 * Finds the session with this token as what calls the API; undefined when it has ended.
 *
 * @throws AppError `service_unavailable` when the database is unavailable
 */
export async function findSession(
	db: Pool,
	plans: Plans,
	rules: SessionRules,
	tokenHash: string,
): Promise<ApiKey | undefined> {
	const [, found] = await runOutsideWorkspaces(db, [
		presentSession(tokenHash),
		selectSessionByToken(tokenHash),
	]);
	const [session] = found.rows;
	return session && asApiKey(session, plans, rules);
}

function asApiKey(
	session: PresentedSession,
	plans: Plans,
	{ idleMs, plan }: SessionRules,
): ApiKey {
	const { id, workspaceId, agentId, role } = session;
	return {
		id,
		workspaceId,
		ownerId: agentId,
		scopes: new Set(scopesOf(role)),
		limits: plans[plan]!,
		expiresAtMs: endOf(session, idleMs),
		// The console is of the same release.
		apiVersion: LATEST_API_VERSION,
		session: { role },
	};
}

/** When the session ends if it is not used again, in epoch milliseconds. */
export function endOf(
	{ lastUsedAt, expiresAt }: Pick<PresentedSession, "lastUsedAt" | "expiresAt">,
	idleMs: number,
): number {
	return Math.min(Date.parse(expiresAt), Date.parse(lastUsedAt) + idleMs);
}
