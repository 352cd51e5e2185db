import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import {
	type Key,
	keyFromRow,
	parseExpiry,
	parseScopes,
} from "./domain/key.ts";
import { type LimitTexts, parseLimits } from "./domain/limits.ts";
import { parsePlan } from "./domain/plan.ts";
import { type KeyRow, lockKey, saveKey } from "./store/keys.ts";

/** Absent properties stay unchanged. */
export interface KeyChange extends LimitTexts {
	readonly plan?: string;
	/** The configured plans; the published plans by default. */
	readonly planNames?: readonly string[];
	readonly scopes?: string;
	/** A date, a time, or `never`. */
	readonly expiresAt?: string;
}

/**
 * Changes the scopes, the limits or the expiry of a key; gateways apply the change within 5 s.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError that names the invalid part.
 */
export async function updateKey(
	tx: Transaction,
	workspaceId: string,
	id: string,
	change: KeyChange,
	now: Date,
): Promise<Key> {
	const limits = parseLimits(change);
	const row = await lock(tx, workspaceId, id);
	if (row.revoked_at) throw new AdminError(`The key ${id} is revoked.`);
	const next: KeyRow = {
		...row,
		plan:
			change.plan === undefined
				? row.plan
				: parsePlan(change.plan, change.planNames),
		scopes:
			change.scopes === undefined ? row.scopes : parseScopes(change.scopes),
		per_minute:
			limits.perMinute === undefined ? row.per_minute : limits.perMinute,
		burst: limits.burst === undefined ? row.burst : limits.burst,
		per_day: limits.perDay === undefined ? row.per_day : limits.perDay,
		concurrent:
			limits.concurrent === undefined ? row.concurrent : limits.concurrent,
		expires_at: expiry(row, change.expiresAt, now),
	};
	await saveKey(tx, next);
	return keyFromRow(next);
}

/**
 * Revokes a key permanently: gateways refuse it within 5 s. Revoking it again changes nothing.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an unknown key.
 */
export async function revokeKey(
	tx: Transaction,
	workspaceId: string,
	id: string,
	now: Date,
): Promise<Key> {
	const row = await lock(tx, workspaceId, id);
	const revoked = { ...row, revoked_at: row.revoked_at ?? now.toISOString() };
	await saveKey(tx, revoked);
	return keyFromRow(revoked);
}

async function lock(
	tx: Transaction,
	workspaceId: string,
	id: string,
): Promise<KeyRow> {
	const row = await lockKey(tx, workspaceId, id);
	if (!row) {
		throw new AdminError(
			`There is no key ${id} in the workspace ${workspaceId}.`,
		);
	}
	return row;
}

function expiry(
	row: KeyRow,
	text: string | undefined,
	now: Date,
): string | null {
	if (text === undefined) return row.expires_at;
	if (text === "never") return null;
	return parseExpiry(text, now).toISOString();
}
