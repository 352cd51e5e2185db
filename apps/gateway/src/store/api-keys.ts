import type { Scope } from "@supportdesk/keys/scopes.ts";
import {
	arrayOf,
	integer,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** A stored API key. An absent limit means the plan's limit. */
export interface StoredKey {
	readonly id: string;
	readonly workspaceId: string;
	readonly ownerId: string;
	readonly scopes: readonly Scope[];
	readonly plan: string;
	readonly perMinute: number | undefined;
	readonly burst: number | undefined;
	/** null for a key without a daily limit. */
	readonly perDay: number | null | undefined;
	readonly concurrent: number | undefined;
	readonly expiresAt: string | null;
}

const NO_DAILY_LIMIT = -1;

const STORED_KEY = rowType(
	{
		id: text,
		workspace_id: text,
		owner_id: text,
		scopes: arrayOf(oneOf<Scope>()),
		plan: text,
		per_minute: nullable(integer),
		burst: nullable(integer),
		per_day: nullable(integer),
		concurrent: nullable(integer),
		expires_at: nullable(timestamp),
	},
	(row): StoredKey => ({
		id: row.id,
		workspaceId: row.workspace_id,
		ownerId: row.owner_id,
		scopes: row.scopes,
		plan: row.plan,
		perMinute: row.per_minute ?? undefined,
		burst: row.burst ?? undefined,
		perDay: row.per_day === NO_DAILY_LIMIT ? null : (row.per_day ?? undefined),
		concurrent: row.concurrent ?? undefined,
		expiresAt: row.expires_at,
	}),
);

/** A key as `GET /v1/me` shows it. */
export interface OwnKey {
	readonly id: string;
	readonly masked: string;
	readonly plan: string;
	readonly expiresAt: string | null;
	readonly createdAt: string;
	readonly workspaceName: string;
}

const OWN_KEY = rowType(
	{
		id: text,
		masked: text,
		plan: text,
		expires_at: nullable(timestamp),
		created_at: timestamp,
		workspace_name: text,
	},
	(row): OwnKey => ({
		id: row.id,
		masked: row.masked,
		plan: row.plan,
		expiresAt: row.expires_at,
		createdAt: row.created_at,
		workspaceName: row.workspace_name,
	}),
);

/** A key of the workspace, and the workspace's name. */
export function selectOwnKey(workspaceId: string, id: string): Query<OwnKey> {
	return {
		name: "own_key",
		text: `select k.id, k.masked, k.plan, k.expires_at, k.created_at, w.name as workspace_name
  from api_keys k
  join workspaces w on w.id = k.workspace_id
 where k.workspace_id = $1
   and k.id = $2`,
		values: [workspaceId, id],
		row: OWN_KEY,
	};
}

/** Row-level security exposes only the key whose hash is set here. */
export function presentKey(keyHash: string): Statement {
	return {
		name: "present_key",
		text: "select set_config('app.key_hash', $1, true)",
		values: [keyHash],
	};
}

/** The key with this hash, unless it is revoked. */
export function selectApiKey(keyHash: string): Query<StoredKey> {
	return {
		name: "find_api_key",
		text: `select id, workspace_id, owner_id, scopes, plan, per_minute, burst, per_day, concurrent, expires_at
  from api_keys
 where key_hash = $1
   and revoked_at is null`,
		values: [keyHash],
		row: STORED_KEY,
	};
}

/** Copies an agent's deactivation to its keys, and notifies the gateways to look them up again. */
export function updateOwnerDeactivation(
	workspaceId: string,
	ownerId: string,
	deactivatedAt: string | null,
): Statement[] {
	return [
		{
			name: "owner_deactivation",
			text: `update api_keys
   set owner_deactivated_at = $3
 where workspace_id = $1
   and owner_id = $2`,
			values: [workspaceId, ownerId, deactivatedAt],
		},
		{
			name: "owner_keys_notify",
			text: `select count(pg_notify('api_keys', key_hash))
  from api_keys
 where workspace_id = $1
   and owner_id = $2`,
			values: [workspaceId, ownerId],
		},
	];
}
