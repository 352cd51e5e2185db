/** The kinds of resources whose changes are events, with the changes of each. */
const CHANGES = {
	ticket: [
		"created",
		"updated",
		"deleted",
		"restored",
		"merged",
		"unmerged",
		"signals_updated",
	],
	message: ["created", "status_changed"],
	draft: ["ready", "withdrawn", "approved", "discarded"],
	contact: ["created", "updated", "merged", "erased"],
	article: ["created", "updated", "published", "archived", "deleted"],
	gap: ["opened", "resolved", "reopened"],
	knowledge: ["regression"],
	agent: ["created", "updated", "deactivated"],
	group: ["created", "updated", "deleted"],
	webhook: ["disabled"],
	mail: ["quarantined"],
} as const;

type Changes = typeof CHANGES;

/** `ticket.created`, `message.status_changed` … */
export type EventType = {
	[Kind in keyof Changes]: `${Kind}.${Changes[Kind][number]}`;
}[keyof Changes];

/** Every type of event. */
export const EVENT_TYPES: readonly EventType[] = Object.entries(
	CHANGES,
).flatMap(([kind, changes]) =>
	changes.map((change) => `${kind}.${change}` as EventType),
);

/** Patterns such as `ticket.*`: all types of a kind. */
export const EVENT_KINDS: readonly string[] = Object.keys(CHANGES).map(
	(kind) => `${kind}.*`,
);

/** The types that a pattern matches: itself, or all of a kind for `ticket.*`; none if it is unknown. */
export function typesOf(pattern: string): readonly EventType[] {
	const kind = pattern.endsWith(".*") ? pattern.slice(0, -1) : undefined;
	return EVENT_TYPES.filter((type) =>
		kind === undefined ? type === pattern : type.startsWith(kind),
	);
}
