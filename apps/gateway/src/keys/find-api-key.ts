import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";
import { keyLimits } from "@supportdesk/limits/plans.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { runOnce } from "@supportdesk/pg/transaction.ts";
import type { ApiKey } from "./api-key.ts";

interface ApiKeyRow {
	readonly id: string;
	readonly workspace_id: string;
	readonly owner_id: string;
	readonly scopes: Scope[];
	readonly plan: string;
	readonly per_minute: number | null;
	readonly burst: number | null;
	readonly per_day: number | null;
	readonly concurrent: number | null;
	readonly expires_at: string | null;
}

const NO_DAILY_LIMIT = -1;

/** The plans of an installation by name. */
export type Plans = Readonly<Record<string, Limits>>;

/**
 * The key with this hash, unless it is revoked; undefined when there is none.
 *
 * @throws AppError `service_unavailable` when the database is away; Error for a plan that is not configured.
 */
export async function findApiKey(
	db: Pool,
	plans: Plans,
	keyHash: string,
): Promise<ApiKey | undefined> {
	const [, found] = await runOnce(db, [
		present(keyHash),
		selectApiKey(keyHash),
	]);
	const row = found?.rows[0] as ApiKeyRow | undefined;
	return row && apiKeyFromRow(row, plans);
}

/** Row-level security shows the one key whose hash the caller can name. */
function present(keyHash: string): Statement {
	return {
		name: "present_key",
		text: "select set_config('app.key_hash', $1, true)",
		values: [keyHash],
	};
}

function selectApiKey(keyHash: string): Statement {
	return {
		name: "find_api_key",
		text: `select id, workspace_id, owner_id, scopes, plan, per_minute, burst, per_day, concurrent, expires_at
		         from api_keys
		        where key_hash = $1 and revoked_at is null`,
		values: [keyHash],
	};
}

function apiKeyFromRow(row: ApiKeyRow, plans: Plans): ApiKey {
	const plan = Object.hasOwn(plans, row.plan) ? plans[row.plan] : undefined;
	if (!plan) throw new Error(`the plan ${row.plan} is not configured`);
	return {
		id: row.id,
		workspaceId: row.workspace_id,
		ownerId: row.owner_id,
		scopes: new Set(row.scopes),
		limits: keyLimits(plan, {
			perMinute: row.per_minute ?? undefined,
			burst: row.burst ?? undefined,
			perDay:
				row.per_day === NO_DAILY_LIMIT ? null : (row.per_day ?? undefined),
			concurrent: row.concurrent ?? undefined,
		}),
		expiresAtMs: row.expires_at === null ? null : Date.parse(row.expires_at),
	};
}
