import type { Role } from "@supportdesk/accounts/role.ts";
import type { ApiVersion } from "@supportdesk/keys/api-versions.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";

/** An API key in the gateway, or the session of an agent in the console, which calls the API like one. */
export interface ApiKey {
	/** `key_…` or `ses_…`. */
	readonly id: string;
	readonly workspaceId: string;
	/** The agent who is the author of what the key writes. */
	readonly ownerId: string;
	readonly scopes: ReadonlySet<Scope>;
	readonly limits: Limits;
	/** Of its requests that name none. */
	readonly apiVersion: ApiVersion;
	/** Epoch milliseconds; null for a key that does not expire. */
	readonly expiresAtMs: number | null;
	/** Undefined for an API key. */
	readonly session?: { readonly role: Role };
}
