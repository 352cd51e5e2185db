import {
	API_VERSIONS,
	type ApiVersion,
	isApiVersion,
} from "@supportdesk/keys/api-versions.ts";
import type { Key } from "@supportdesk/keys/key.ts";
import { isScope, SCOPES, type Scope } from "@supportdesk/keys/scopes.ts";
import { AdminError } from "../admin-error.ts";

// A time without a time zone would depend on the machine.
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME =
	/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Parses scopes separated by commas or spaces, or `all`. */
export function parseScopes(text: string): Scope[] {
	const names = text.split(/[\s,]+/).filter((name) => name !== "");
	if (names.length === 1 && names[0] === "all") return [...SCOPES];
	for (const name of names) {
		if (!isScope(name)) {
			throw new AdminError(
				`There is no scope ${JSON.stringify(name)}; the scopes are ${SCOPES.join(", ")}.`,
			);
		}
	}
	if (names.length === 0) {
		throw new AdminError(`A key needs a scope of ${SCOPES.join(", ")}.`);
	}
	return SCOPES.filter((scope) => names.includes(scope));
}

/** Parses the dated version that a key's requests have. */
export function parseApiVersion(text: string): ApiVersion {
	if (isApiVersion(text)) return text;
	throw new AdminError(
		`There is no API version ${JSON.stringify(text)}; the versions are ${API_VERSIONS.join(", ")}.`,
	);
}

/** Parses when a key expires: `2027-01-31` (midnight UTC) or a time with its time zone. */
export function parseExpiry(text: string, now: Date): Date {
	const isForm = DATE.test(text) || TIME.test(text);
	const moment = new Date(isForm ? text : Number.NaN);
	// Date turns 31 February into 3 March.
	const day = new Date(text.slice(0, "2027-01-31".length));
	if (
		Number.isNaN(moment.getTime()) ||
		day.getUTCDate() !==
			Number(text.slice("2027-01-".length, "2027-01-31".length))
	) {
		throw new AdminError(
			`${JSON.stringify(text)} is not a date like 2027-01-31 or 2027-01-31T09:30:00Z.`,
		);
	}
	if (moment <= now) {
		throw new AdminError(`${text} has passed: a key expires in the future.`);
	}
	return moment;
}

const HOURS_MAX = 7 * 24;

/** Parses for how many hours an old secret is kept. */
export function parseHours(text: string): number {
	const hours = /^\d{1,3}$/.test(text) ? Number(text) : HOURS_MAX + 1;
	if (hours > HOURS_MAX) {
		throw new AdminError(
			`${JSON.stringify(text)} is not a whole number of hours from 0 to ${HOURS_MAX}.`,
		);
	}
	return hours;
}

/** A key as the command line prints it. */
export interface ShownKey {
	readonly id: string;
	readonly workspace_id: string;
	readonly owner_id: string;
	readonly name: string | null;
	/** The prefix and the last four characters of the secret. */
	readonly masked: string;
	readonly scopes: readonly string[];
	readonly plan: string;
	/** The key's own limits; null means the plan's limit. */
	readonly per_minute: number | null;
	readonly burst: number | null;
	readonly per_day: number | "unlimited" | null;
	readonly concurrent: number | null;
	/** The version of its requests that name none. */
	readonly api_version: string;
	readonly expires_at: string | null;
	readonly revoked_at: string | null;
	/** When its owner was deactivated; null while the owner is active. */
	readonly owner_deactivated_at: string | null;
	/** The start of the hour in which it was last used. */
	readonly last_used_at: string | null;
	readonly created_at: string;
	/** Of a new key and of a rotated one. */
	readonly secret?: string;
}

/** Converts a key for printing. */
export function shownKey({ limits, ...key }: Key): ShownKey {
	return {
		id: key.id,
		workspace_id: key.workspaceId,
		owner_id: key.ownerId,
		name: key.name,
		masked: key.masked,
		scopes: key.scopes,
		plan: key.plan,
		per_minute: limits.perMinute,
		burst: limits.burst,
		per_day: limits.perDay,
		concurrent: limits.concurrent,
		api_version: key.apiVersion,
		expires_at: key.expiresAt,
		revoked_at: key.revokedAt,
		owner_deactivated_at: key.ownerDeactivatedAt,
		last_used_at: key.lastUsedAt,
		created_at: key.createdAt,
	};
}
