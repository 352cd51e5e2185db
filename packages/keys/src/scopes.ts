/** The permissions of an API key. Write does not imply read. */
export const SCOPES = [
	"tickets:read",
	"tickets:write",
	"knowledge:read",
	"knowledge:write",
	"events:read",
	"webhooks:read",
	"webhooks:write",
	"contacts:read",
	"contacts:write",
	"workspace:read",
	"workspace:write",
	"keys:read",
	"keys:write",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether the text names a scope. */
export function isScope(text: string): text is Scope {
	return (SCOPES as readonly string[]).includes(text);
}
