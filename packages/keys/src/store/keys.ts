import {
	arrayOf,
	integer,
	nullable,
	oneOf,
	type RowType,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db, Query, Statement } from "@supportdesk/pg/statement.ts";
import { storedApiVersion } from "../api-versions.ts";
import type { Key, OwnLimits } from "../domain/key.ts";
import type { Scope } from "../scopes.ts";

/** Stored for a key without a daily limit. */
const NO_DAILY_LIMIT = -1;

const KEY: RowType<Key> = rowType(
	{
		id: text,
		workspace_id: text,
		owner_id: text,
		name: nullable(text),
		masked: text,
		scopes: arrayOf(oneOf<Scope>()),
		plan: text,
		per_minute: nullable(integer),
		burst: nullable(integer),
		per_day: nullable(integer),
		concurrent: nullable(integer),
		api_version: nullable(text),
		expires_at: nullable(timestamp),
		revoked_at: nullable(timestamp),
		owner_deactivated_at: nullable(timestamp),
		last_used_at: nullable(timestamp),
		created_at: timestamp,
	},
	(row): Key => ({
		id: row.id,
		workspaceId: row.workspace_id,
		ownerId: row.owner_id,
		name: row.name,
		masked: row.masked,
		scopes: row.scopes,
		plan: row.plan,
		limits: {
			perMinute: row.per_minute,
			burst: row.burst,
			perDay: row.per_day === NO_DAILY_LIMIT ? "unlimited" : row.per_day,
			concurrent: row.concurrent,
		},
		apiVersion: storedApiVersion(row.api_version),
		expiresAt: row.expires_at,
		revokedAt: row.revoked_at,
		ownerDeactivatedAt: row.owner_deactivated_at,
		lastUsedAt: row.last_used_at,
		createdAt: row.created_at,
	}),
);

const COLUMNS = `id, workspace_id, owner_id, name, masked, scopes, plan, per_minute, burst, per_day, concurrent,
       api_version, expires_at, revoked_at, owner_deactivated_at, last_used_at, created_at`;

// The command line uses several services' schemas, so every table name is qualified.

export async function insertKey(
	db: Db,
	key: Key,
	keyHash: string,
): Promise<void> {
	await db.query({
		text: `insert into gateway.api_keys (workspace_id, id, owner_id, name, key_hash, masked, scopes, plan,
		         per_minute, burst, per_day, concurrent, api_version, expires_at, created_at)
		       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		values: [
			key.workspaceId,
			key.id,
			key.ownerId,
			key.name,
			keyHash,
			key.masked,
			key.scopes,
			key.plan,
			...limitValues(key.limits),
			key.apiVersion,
			key.expiresAt,
			key.createdAt,
		],
	});
}

/** Oldest first. */
export async function listKeys(db: Db, workspaceId: string): Promise<Key[]> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from gateway.api_keys
		        where workspace_id = $1
		        order by created_at, id`,
		values: [workspaceId],
		row: KEY,
	});
	return rows;
}

/** Which keys of a list are selected. */
export type KeyStatus = "active" | "revoked";

/** One page in the order of creation, behind a position. */
export function selectKeyPage(
	workspaceId: string,
	status: KeyStatus | undefined,
	direction: "asc" | "desc",
	rowsMax: number,
	behind: { readonly value: string; readonly id: string } | undefined,
): Query<Key> {
	const beyond = direction === "desc" ? "<" : ">";
	return {
		text: `select ${COLUMNS}
		         from gateway.api_keys
		        where workspace_id = $1
		          and ($2::boolean is null or (revoked_at is not null) = $2)
		          and ($3::timestamptz is null or (created_at, id) ${beyond} ($3, $4))
		        order by created_at ${direction}, id ${direction}
		        limit ${rowsMax}`,
		values: [
			workspaceId,
			status && status === "revoked",
			behind?.value,
			behind?.id,
		],
		row: KEY,
	};
}

export function selectKey(workspaceId: string, id: string): Query<Key> {
	return {
		name: "key",
		text: `select ${COLUMNS}
		         from gateway.api_keys
		        where workspace_id = $1 and id = $2`,
		values: [workspaceId, id],
		row: KEY,
	};
}

/** The keys with these ids, locked until the transaction ends; in one order, so that two callers do not deadlock. */
export function lockKeys(
	workspaceId: string,
	ids: readonly string[],
): Query<Key> {
	return {
		name: "keys_lock",
		text: `select ${COLUMNS}
		         from gateway.api_keys
		        where workspace_id = $1 and id = any($2)
		        order by id
		          for update`,
		values: [workspaceId, ids],
		row: KEY,
	};
}

/** Saves the plan of a key. Only the owner's login may: a client cannot give itself another plan. */
export function savePlan({ workspaceId, id, plan }: Key): Statement {
	return {
		name: "key_save_plan",
		text: `update gateway.api_keys
		          set plan = $3
		        where workspace_id = $1 and id = $2`,
		values: [workspaceId, id, plan],
	};
}

/** Saves a key's other changeable columns. */
export function saveKey(key: Key): Statement {
	return {
		name: "key_save",
		text: `update gateway.api_keys
		          set name = $3, scopes = $4, per_minute = $5, burst = $6, per_day = $7, concurrent = $8,
		              api_version = $9, expires_at = $10, revoked_at = $11
		        where workspace_id = $1 and id = $2`,
		values: [
			key.workspaceId,
			key.id,
			key.name,
			key.scopes,
			...limitValues(key.limits),
			key.apiVersion,
			key.expiresAt,
			key.revokedAt,
		],
	};
}

/** Notifies the gateways to look up the key again, by its present secret and the earlier ones. */
export function notifyKey(workspaceId: string, id: string): Statement {
	return {
		name: "key_notify",
		text: `select count(pg_notify('api_keys', key_hash))
		         from (select key_hash from gateway.api_keys where workspace_id = $1 and id = $2
		               union all
		               select key_hash from gateway.earlier_key_secrets where workspace_id = $1 and api_key_id = $2) h`,
		values: [workspaceId, id],
	};
}

function limitValues({ perMinute, burst, perDay, concurrent }: OwnLimits) {
	return [
		perMinute,
		burst,
		perDay === "unlimited" ? NO_DAILY_LIMIT : perDay,
		concurrent,
	];
}
