import { newId } from "@supportdesk/ids/ids.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { generateApiKey, hashApiKey, maskApiKey } from "./api-key.ts";
import type { Key } from "./domain/key.ts";
import { insertKey } from "./store/keys.ts";
import { lockOwner } from "./store/owners.ts";

/** What whoever creates a key decides. */
export type NewKey = Pick<
	Key,
	| "workspaceId"
	| "ownerId"
	| "name"
	| "scopes"
	| "plan"
	| "limits"
	| "apiVersion"
	| "expiresAt"
>;

/**
 * Creates an API key. Only this call returns its secret. That the owner is an active agent is the caller's to check,
 * again after the commit where the caller cannot lock the agent.
 *
 * @param tx a transaction that entered the workspace.
 */
export async function createKey(
	tx: Transaction,
	key: NewKey,
	now: Date,
): Promise<{ readonly key: Key; readonly secret: string }> {
	const secret = generateApiKey();
	const created: Key = {
		...key,
		id: newId("key", now.getTime()),
		masked: maskApiKey(secret),
		revokedAt: null,
		ownerDeactivatedAt: null,
		lastUsedAt: null,
		createdAt: now.toISOString(),
	};
	await tx.query(lockOwner(key.workspaceId, key.ownerId));
	await insertKey(tx, created, hashApiKey(secret));
	return { key: created, secret };
}
