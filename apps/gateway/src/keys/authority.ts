import type { Key, OwnLimits } from "@supportdesk/keys/key.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";
import { keyLimits } from "@supportdesk/limits/plans.ts";
import { limitNotHeld, scopeNotHeld } from "./errors.ts";
import type { Plans } from "./find-api-key.ts";

// A key manages only keys that it could have created itself: whoever rotates a key receives its secret, and with it all
// that the key may do.

/** What a key permits. */
export type Permissions = Pick<Key, "scopes" | "plan" | "limits" | "expiresAt">;

/** Whose permissions are too many: those that the request asks for, or those that the named key has. */
export type Blamed = "request" | "key";

/** @throws AppError `scope_not_held` for scopes that the caller does not have. */
export function requireScopes(
	caller: Pick<Key, "scopes">,
	scopes: readonly Scope[],
	blamed: Blamed,
): void {
	const missing = scopes.find((scope) => !caller.scopes.includes(scope));
	const param = blamed === "request" ? "scopes" : undefined;
	if (missing) throw scopeNotHeld(missing, param);
}

/**
 * @throws AppError `scope_not_held` for scopes that the caller does not have; `limit_not_held` for a limit above the
 * caller's, or an expiry after it.
 */
export function requireAuthority(
	caller: Permissions,
	permissions: Permissions,
	plans: Plans,
	blamed: Blamed,
): void {
	requireScopes(caller, permissions.scopes, blamed);
	const refuse = (field: string, held: number | string): never => {
		throw limitNotHeld(field, held, blamed === "request" ? field : undefined);
	};
	const held = limitsOf(caller, plans);
	const wanted = limitsOf(permissions, plans);
	for (const [field, name] of LIMIT_NAMES) {
		if (exceeds(wanted?.[field], held?.[field]))
			refuse(`limits.${name}`, held?.[field] ?? 0);
	}
	if (exceeds(time(permissions.expiresAt), time(caller.expiresAt)))
		refuse("expires_at", caller.expiresAt!);
}

const LIMIT_NAMES: readonly (readonly [keyof Limits, string])[] = [
	["perMinute", "per_minute"],
	["burst", "burst"],
	["perDay", "per_day"],
	["concurrent", "concurrent"],
];

/** Whether one bound is above another; null is above all. */
function exceeds(
	bound: number | null | undefined,
	held: number | null | undefined,
): boolean {
	if (held === null) return false;
	// A plan that is not configured any more gives nothing, and its keys can be given by no one.
	if (held === undefined || bound === undefined) return true;
	return bound === null || bound > held;
}

const time = (at: string | null) => (at === null ? null : Date.parse(at));

/** The limits that apply to a key; undefined when its plan is not configured any more. */
function limitsOf(
	{ plan, limits }: Pick<Key, "plan" | "limits">,
	plans: Plans,
): Limits | undefined {
	return Object.hasOwn(plans, plan)
		? keyLimits(plans[plan]!, overridesOf(limits))
		: undefined;
}

function overridesOf(own: OwnLimits): Partial<Limits> {
	return {
		perMinute: own.perMinute ?? undefined,
		burst: own.burst ?? undefined,
		perDay: own.perDay === "unlimited" ? null : (own.perDay ?? undefined),
		concurrent: own.concurrent ?? undefined,
	};
}
