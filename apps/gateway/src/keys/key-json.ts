import type { Key } from "@supportdesk/keys/key.ts";

/** The API's API key object. */
export function keyJson(key: Key): string {
	const { limits } = key;
	const isUnlimited = limits.perDay === "unlimited";
	return JSON.stringify({
		id: key.id,
		name: key.name,
		owner_id: key.ownerId,
		masked: key.masked,
		scopes: key.scopes,
		plan: key.plan,
		limits: {
			per_minute: limits.perMinute,
			burst: limits.burst,
			per_day: isUnlimited ? null : limits.perDay,
			unlimited_per_day: isUnlimited,
			concurrent: limits.concurrent,
		},
		api_version: key.apiVersion,
		expires_at: key.expiresAt,
		revoked_at: key.revokedAt,
		owner_deactivated_at: key.ownerDeactivatedAt,
		last_used_at: key.lastUsedAt,
		created_at: key.createdAt,
	});
}
