import {
	arrayOf,
	integer,
	nullable,
	type Row,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db } from "@supportdesk/pg/statement.ts";

const KEY = rowType({
	id: text,
	workspace_id: text,
	owner_id: text,
	key_hash: text,
	masked: text,
	scopes: arrayOf(text),
	plan: text,
	per_minute: nullable(integer),
	burst: nullable(integer),
	per_day: nullable(integer),
	concurrent: nullable(integer),
	expires_at: nullable(timestamp),
	revoked_at: nullable(timestamp),
	owner_deactivated_at: nullable(timestamp),
	last_used_at: nullable(timestamp),
	created_at: timestamp,
});
/** A stored key; the secret itself is not stored. */
export type KeyRow = Row<typeof KEY.columns>;

const COLUMNS = `id, workspace_id, owner_id, key_hash, masked, scopes, plan,
       per_minute, burst, per_day, concurrent, expires_at, revoked_at, owner_deactivated_at, last_used_at, created_at`;

export async function insertKey(db: Db, key: KeyRow): Promise<void> {
	await db.query({
		text: `insert into gateway.api_keys (${COLUMNS})
		       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		values: [
			key.id,
			key.workspace_id,
			key.owner_id,
			key.key_hash,
			key.masked,
			key.scopes,
			key.plan,
			key.per_minute,
			key.burst,
			key.per_day,
			key.concurrent,
			key.expires_at,
			key.revoked_at,
			key.owner_deactivated_at,
			key.last_used_at,
			key.created_at,
		],
	});
}

/** Oldest first. */
export async function listKeys(db: Db, workspaceId: string): Promise<KeyRow[]> {
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

export async function lockKey(
	db: Db,
	workspaceId: string,
	id: string,
): Promise<KeyRow | undefined> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from gateway.api_keys
		        where workspace_id = $1 and id = $2
		          for update`,
		values: [workspaceId, id],
		row: KEY,
	});
	return rows[0];
}

/** Saves a key's changeable columns, and notifies the gateways to drop their cached entry. */
export async function saveKey(db: Db, key: KeyRow): Promise<void> {
	await db.query({
		text: `update gateway.api_keys
		          set scopes = $3, plan = $4, per_minute = $5, burst = $6, per_day = $7, concurrent = $8,
		              expires_at = $9, revoked_at = $10
		        where workspace_id = $1 and id = $2`,
		values: [
			key.workspace_id,
			key.id,
			key.scopes,
			key.plan,
			key.per_minute,
			key.burst,
			key.per_day,
			key.concurrent,
			key.expires_at,
			key.revoked_at,
		],
	});
	await db.query({
		text: "select pg_notify('api_keys', $1)",
		values: [key.key_hash],
	});
}

/** Copies an agent's deactivation to its keys; gateways refuse the keys of a deactivated agent. */
export async function saveOwnerDeactivation(
	db: Db,
	workspaceId: string,
	ownerId: string,
	deactivatedAt: string | null,
): Promise<void> {
	await db.query({
		text: `update gateway.api_keys
		          set owner_deactivated_at = $3
		        where workspace_id = $1 and owner_id = $2`,
		values: [workspaceId, ownerId, deactivatedAt],
	});
	await notifyKeysOf(db, workspaceId, ownerId);
}

/** Notifies the gateways to look up the keys of a workspace again. @param ownerId limits this to one agent's keys */
export async function notifyKeysOf(
	db: Db,
	workspaceId: string,
	ownerId?: string,
): Promise<void> {
	await db.query({
		text: `select count(pg_notify('api_keys', key_hash))
		         from gateway.api_keys
		        where workspace_id = $1 and ($2::text is null or owner_id = $2)`,
		values: [workspaceId, ownerId],
	});
}
