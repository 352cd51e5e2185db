import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { changeKey } from "@supportdesk/keys/change-key.ts";
import { changed, type KeyChange } from "@supportdesk/keys/key.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { requireAuthority } from "./authority.ts";
import { apiKeyRevoked, hasPassed } from "./errors.ts";
import { keyJson } from "./key-json.ts";
import { type KeysDeps, type Managed, manageKey } from "./manage-keys.ts";

/**
 * Changes a key, which neither had nor gets more than the calling key.
 *
 * @throws AppError `api_key_not_found`, `api_key_revoked`, `scope_not_held`, `limit_not_held`, `invalid_parameter`
 */
export async function updateKey(
	{ db, plans }: Pick<KeysDeps, "db" | "plans">,
	managed: Managed,
	id: string,
	change: Omit<KeyChange, "plan">,
): Promise<Rendered> {
	const { now } = managed;
	if (change.expiresAt && Date.parse(change.expiresAt) <= now.getTime())
		throw hasPassed();
	const response = await manageKey(db, managed, id, async (tx, caller, key) => {
		requireAuthority(caller, key, plans, "key");
		if (key.revokedAt) throw apiKeyRevoked();
		requireAuthority(caller, changed(key, change), plans, "request");
		const next = await changeKey(tx, key, change);
		return { status: 200, body: keyJson(next), resourceId: "" };
	});
	return stored(response);
}
