import {
	type ApiVersion,
	storedApiVersion,
} from "@supportdesk/keys/api-versions.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import {
	arrayOf,
	boolean,
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
	readonly apiVersion: ApiVersion;
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
		api_version: nullable(text),
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
		apiVersion: storedApiVersion(row.api_version),
		expiresAt: row.expires_at,
	}),
);

/** A key as `GET /v1/me` shows it. */
export interface OwnKey {
	readonly id: string;
	readonly masked: string;
	readonly plan: string;
	readonly apiVersion: ApiVersion;
	readonly expiresAt: string | null;
	readonly createdAt: string;
	readonly workspaceName: string;
}

const OWN_KEY = rowType(
	{
		id: text,
		masked: text,
		plan: text,
		api_version: nullable(text),
		expires_at: nullable(timestamp),
		created_at: timestamp,
		workspace_name: text,
	},
	(row): OwnKey => ({
		id: row.id,
		masked: row.masked,
		plan: row.plan,
		apiVersion: storedApiVersion(row.api_version),
		expiresAt: row.expires_at,
		createdAt: row.created_at,
		workspaceName: row.workspace_name,
	}),
);

/** A key of the workspace, and the workspace's name. */
export function selectOwnKey(workspaceId: string, id: string): Query<OwnKey> {
	return {
		name: "own_key",
		text: `select k.id, k.masked, k.plan, k.api_version, k.expires_at, k.created_at, w.name as workspace_name
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

/**
 * The unrevoked key that has this hash, or had it before a rotation; by an earlier secret it expires when that secret
 * does.
 */
export function selectApiKey(keyHash: string): Query<StoredKey> {
	return {
		name: "find_api_key",
		text: `select id, workspace_id, owner_id, scopes, plan, per_minute, burst, per_day, concurrent, api_version, expires_at
  from api_keys
 where key_hash = $1
   and revoked_at is null
 union all
select k.id, k.workspace_id, k.owner_id, k.scopes, k.plan, k.per_minute, k.burst, k.per_day, k.concurrent,
       k.api_version, least(k.expires_at, s.valid_until)
  from earlier_key_secrets s
  join api_keys k on k.workspace_id = s.workspace_id and k.id = s.api_key_id
 where s.key_hash = $1
   and k.revoked_at is null`,
		values: [keyHash],
		row: STORED_KEY,
	};
}

/** Whether a key may act now, with the secret that a request presents: a gateway may have known it for some seconds. */
export function selectAuthority(
	workspaceId: string,
	id: string,
	keyHash: string,
	now: string,
): Query<boolean> {
	return {
		name: "key_authority",
		text: `select k.revoked_at is null
       and k.owner_deactivated_at is null
       and coalesce(k.expires_at > $4, true)
       and w.deactivated_at is null
       and (k.key_hash = $3
         or exists (select
                      from earlier_key_secrets s
                     where s.workspace_id = k.workspace_id
                       and s.api_key_id = k.id
                       and s.key_hash = $3
                       and s.valid_until > $4)) as granted
  from api_keys k
  join workspaces w on w.id = k.workspace_id
 where k.workspace_id = $1
   and k.id = $2`,
		values: [workspaceId, id, keyHash, now],
		row: rowType({ granted: boolean }, ({ granted }) => granted),
	};
}

/** How many keys of the workspace are neither revoked nor expired. */
export function countValidKeys(
	workspaceId: string,
	now: string,
): Query<number> {
	return {
		name: "keys_valid",
		text: `select count(*)::int as keys
  from api_keys
 where workspace_id = $1
   and revoked_at is null
   and coalesce(expires_at > $2, true)`,
		values: [workspaceId, now],
		row: rowType({ keys: integer }, ({ keys }) => keys),
	};
}
