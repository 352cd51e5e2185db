import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { generateApiKey, hashApiKey, maskApiKey } from "./api-key.ts";
import type { Key } from "./domain/key.ts";
import { notifyKey } from "./store/keys.ts";
import { replaceSecret } from "./store/secrets.ts";

/**
 * Gives a key another secret. Only this call returns it. The key's id, scopes and limits stay.
 *
 * @param tx has locked the key.
 * @param validUntil until when the secret before is accepted as well; secrets of earlier rotations end then, too.
 */
export async function rotateKey(
	tx: Transaction,
	key: Key,
	validUntil: Date,
	now: Date,
): Promise<{ readonly key: Key; readonly secret: string }> {
	const secret = generateApiKey();
	const masked = maskApiKey(secret);
	await tx.batch([
		...replaceSecret(
			key,
			{ keyHash: hashApiKey(secret), masked },
			validUntil.toISOString(),
			now.toISOString(),
		),
		notifyKey(key.workspaceId, key.id),
	]);
	return { key: { ...key, masked }, secret };
}
