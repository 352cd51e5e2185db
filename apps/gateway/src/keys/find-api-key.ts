import type { Limits } from "@supportdesk/limits/limits.ts";
import { keyLimits } from "@supportdesk/limits/plans.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { runOutsideWorkspaces } from "@supportdesk/pg/transaction.ts";
import { presentKey, type StoredKey, selectApiKey } from "../store/api-keys.ts";
import type { ApiKey } from "./api-key.ts";

/** An installation's plans by name. */
export type Plans = Readonly<Record<string, Limits>>;

/**
 * Finds the key with this hash; undefined when there is none or it is revoked.
 *
 * @throws AppError `service_unavailable` when the database is unavailable; Error for a plan that is not configured.
 */
export async function findApiKey(
	db: Pool,
	plans: Plans,
	keyHash: string,
): Promise<ApiKey | undefined> {
	const [, found] = await runOutsideWorkspaces(db, [
		presentKey(keyHash),
		selectApiKey(keyHash),
	]);
	const [stored] = found.rows;
	return stored && withLimits(stored, plans);
}

function withLimits(stored: StoredKey, plans: Plans): ApiKey {
	const plan = Object.hasOwn(plans, stored.plan)
		? plans[stored.plan]
		: undefined;
	if (!plan) throw new Error(`the plan ${stored.plan} is not configured`);
	const { id, workspaceId, ownerId, scopes, apiVersion, expiresAt } = stored;
	return {
		id,
		workspaceId,
		ownerId,
		scopes: new Set(scopes),
		limits: keyLimits(plan, stored),
		apiVersion,
		expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt),
	};
}
