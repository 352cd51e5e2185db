import type { Db } from "@supportdesk/pg/statement.ts";

/** A key as it is stored; the key itself is not. */
export interface KeyRow {
	readonly id: string;
	readonly workspace_id: string;
	readonly owner_id: string;
	readonly key_hash: string;
	readonly masked: string;
	readonly scopes: string[];
	readonly plan: string;
	readonly per_minute: number | null;
	readonly burst: number | null;
	readonly per_day: number | null;
	readonly concurrent: number | null;
	readonly expires_at: string | null;
	readonly revoked_at: string | null;
	readonly created_at: string;
}

const COLUMNS = `id, workspace_id, owner_id, key_hash, masked, scopes, plan,
       per_minute, burst, per_day, concurrent, expires_at, revoked_at, created_at`;

export async function insertKey(db: Db, key: KeyRow): Promise<void> {
	await db.query({
		text: `insert into gateway.api_keys (${COLUMNS})
		       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
			key.created_at,
		],
	});
}

/** Oldest first. */
export async function listKeys(db: Db, workspaceId: string): Promise<KeyRow[]> {
	const { rows } = await db.query<KeyRow>({
		text: `select ${COLUMNS}
		         from gateway.api_keys
		        where workspace_id = $1
		        order by created_at, id`,
		values: [workspaceId],
	});
	return rows;
}

export async function lockKey(
	db: Db,
	workspaceId: string,
	id: string,
): Promise<KeyRow | undefined> {
	const { rows } = await db.query<KeyRow>({
		text: `select ${COLUMNS}
		         from gateway.api_keys
		        where workspace_id = $1 and id = $2
		          for update`,
		values: [workspaceId, id],
	});
	return rows[0];
}

/** Saves what may change of a key, and tells the gateways to forget what they remember of it. */
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
