import { type Role, scopesOf } from "@supportdesk/accounts/role.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { ApiKey } from "../keys/api-key.ts";
import { scopeNotHeld } from "../keys/errors.ts";

/** The key or the session that manages accounts. */
export type Caller = Pick<ApiKey, "scopes">;

/**
 * Whoever gives a role could take the account: it must hold all that the role permits.
 *
 * @throws AppError `scope_not_held`
 */
export function requireRole({ scopes }: Caller, role: Role): void {
	const missing = scopesOf(role).find((scope) => !scopes.has(scope));
	if (missing) throw scopeNotHeld(missing, undefined);
}

/** Who acts, as audit events name it: the signed-in agent, or the API key. */
export function actorOf({ apiKeyId, actorId }: CallContext): string {
	return apiKeyId.startsWith("ses_") ? actorId : apiKeyId;
}
