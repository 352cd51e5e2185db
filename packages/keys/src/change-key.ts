import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { changed, type Key, type KeyChange } from "./domain/key.ts";
import { notifyKey, saveKey, savePlan } from "./store/keys.ts";

/**
 * Changes the name, the scopes, the limits or the expiry of a key; gateways apply the change within 5 s.
 *
 * @param tx has locked the key.
 */
export async function changeKey(
	tx: Transaction,
	key: Key,
	change: KeyChange,
): Promise<Key> {
	const next = changed(key, change);
	if (next.plan !== key.plan) await tx.query(savePlan(next));
	return save(tx, next);
}

/**
 * Revokes a key permanently: gateways refuse it within 5 s. Revoking it again changes nothing.
 *
 * @param tx has locked the key.
 */
export async function revokeKey(
	tx: Transaction,
	key: Key,
	now: Date,
): Promise<Key> {
	return save(tx, { ...key, revokedAt: key.revokedAt ?? now.toISOString() });
}

async function save(tx: Transaction, key: Key): Promise<Key> {
	await tx.batch([saveKey(key), notifyKey(key.workspaceId, key.id)]);
	return key;
}
