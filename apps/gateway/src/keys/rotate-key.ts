import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { rotateKey as rotate } from "@supportdesk/keys/rotate-key.ts";
import { requireAuthority } from "./authority.ts";
import { apiKeyRevoked } from "./errors.ts";
import { keyJson } from "./key-json.ts";
import {
	type KeysDeps,
	type Managed,
	manageKey,
	ofThisSecret,
} from "./manage-keys.ts";
import { openedResponse, sealedResponse } from "./secret-response.ts";

/**
 * Gives a key another secret, which the response shows: the calling key must hold all that the key permits.
 *
 * @param oldValidSeconds how long the secret before is accepted as well.
 * @throws AppError `api_key_not_found`, `api_key_revoked`, `scope_not_held`, `limit_not_held`
 */
export async function rotateKey(
	{ db, plans }: Pick<KeysDeps, "db" | "plans">,
	managed: Managed,
	id: string,
	oldValidSeconds: number,
): Promise<Rendered> {
	const { callersSecret, now } = managed;
	const idempotency = ofThisSecret(managed.idempotency, callersSecret);
	const operation = { ...managed, idempotency };
	const response = await manageKey(
		db,
		operation,
		id,
		async (tx, caller, key) => {
			requireAuthority(caller, key, plans, "key");
			if (key.revokedAt) throw apiKeyRevoked();
			const until = new Date(now.getTime() + oldValidSeconds * 1_000);
			const rotated = await rotate(tx, key, until, now);
			const json = keyJson(rotated.key);
			return sealedResponse(
				200,
				`${json.slice(0, -1)},"old_secret_valid_until":"${until.toISOString()}"}`,
				id,
				rotated.secret,
				callersSecret,
			);
		},
	);
	const { resourceId: _, ...opened } = openedResponse(response, callersSecret);
	return { ...opened, resourceId: "" };
}
