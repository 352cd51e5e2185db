import type { ApiVersion } from "../api-versions.ts";
import type { Scope } from "../scopes.ts";

/** A key's own limits; null means the limit of its plan. */
export interface OwnLimits {
	/** Requests a minute. */
	readonly perMinute: number | null;
	/** Requests in 10 seconds. */
	readonly burst: number | null;
	/** Requests a UTC day. */
	readonly perDay: number | "unlimited" | null;
	/** Concurrent requests. */
	readonly concurrent: number | null;
}

/** An API key as it is stored, without its secret. Times are ISO 8601. */
export interface Key {
	readonly id: string;
	readonly workspaceId: string;
	/** The agent who is the author of what the key writes. */
	readonly ownerId: string;
	readonly name: string | null;
	/** The prefix and the last four characters of the secret. */
	readonly masked: string;
	readonly scopes: readonly Scope[];
	readonly plan: string;
	readonly limits: OwnLimits;
	/** Of its requests that name none. */
	readonly apiVersion: ApiVersion;
	/** Null for a key that does not expire. */
	readonly expiresAt: string | null;
	readonly revokedAt: string | null;
	/** When its owner was deactivated; null while the owner is active. */
	readonly ownerDeactivatedAt: string | null;
	/** The start of the hour in which it was last used. */
	readonly lastUsedAt: string | null;
	readonly createdAt: string;
}

/** The largest limit that can be stored. */
export const LIMIT_MAX = 2_147_483_647;

/** What can be changed of a key; absent fields stay unchanged. */
export interface KeyChange {
	readonly name?: string | null;
	readonly scopes?: readonly Scope[];
	readonly plan?: string;
	readonly limits?: Partial<OwnLimits>;
	readonly apiVersion?: ApiVersion;
	readonly expiresAt?: string | null;
}

/** The key after the change. */
export function changed(key: Key, change: KeyChange): Key {
	const { limits, ...fields } = change;
	return {
		...key,
		...given(fields),
		limits: { ...key.limits, ...given(limits ?? {}) },
	};
}

/** The limits of a new key; those that are not given are its plan's. */
export function ownLimits(limits: Partial<OwnLimits>): OwnLimits {
	const { perMinute, burst, perDay, concurrent } = limits;
	return {
		perMinute: perMinute ?? null,
		burst: burst ?? null,
		perDay: perDay ?? null,
		concurrent: concurrent ?? null,
	};
}

/** Without the fields that are undefined. */
function given<T extends object>(fields: T): Partial<T> {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as Partial<T>;
}
