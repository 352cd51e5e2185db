import { SCOPES, type Scope } from "@supportdesk/keys/scopes.ts";

export const ROLES = ["admin", "agent"] as const;

/** What an agent may do in the console. */
export type Role = (typeof ROLES)[number];

// Agents read who else there is, for mentions and assignments; what only admins do is in `workspace:write`, webhooks and keys.
const SCOPES_OF_AGENTS: readonly Scope[] = [
	"tickets:read",
	"tickets:write",
	"contacts:read",
	"contacts:write",
	"knowledge:read",
	"knowledge:write",
	"events:read",
	"workspace:read",
];

/** The scopes of a role's sessions. */
export function scopesOf(role: Role): readonly Scope[] {
	return role === "admin" ? SCOPES : SCOPES_OF_AGENTS;
}
