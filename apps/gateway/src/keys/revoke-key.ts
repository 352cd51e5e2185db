import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { revokeKey as revoke } from "@supportdesk/keys/change-key.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { requireScopes } from "./authority.ts";
import { keyJson } from "./key-json.ts";
import { type KeysDeps, type Managed, manageKey } from "./manage-keys.ts";

/**
 * Revokes a key. Its limits do not matter, because no one gains them; its scopes do, so that a weak key that was stolen
 * cannot stop strong ones.
 *
 * @throws AppError `api_key_not_found`, `scope_not_held`
 */
export async function revokeKey(
	{ db }: Pick<KeysDeps, "db">,
	managed: Managed,
	id: string,
): Promise<Rendered> {
	const response = await manageKey(db, managed, id, async (tx, caller, key) => {
		requireScopes(caller, key.scopes, "key");
		const revoked = await revoke(tx, key, managed.now);
		return { status: 200, body: keyJson(revoked), resourceId: "" };
	});
	return stored(response);
}
