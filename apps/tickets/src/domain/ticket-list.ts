/** What a list of tickets may be narrowed by; all given fields must hold. */
export interface TicketFilter {
	readonly status?: string;
	readonly priority?: string;
	/** An agent's id, or `unassigned`. */
	readonly assignee?: string;
	readonly group?: string;
	readonly channel?: string;
	readonly tag?: string;
	readonly contact?: string;
	readonly ai_intent?: string;
	/** ISO 8601 in UTC. */
	readonly created_after?: string;
	readonly created_before?: string;
}

export const SORT_FIELDS = [
	"created_at",
	"updated_at",
	"resolved_at",
	"priority",
] as const;

export interface Sort {
	readonly field: (typeof SORT_FIELDS)[number];
	readonly direction: "asc" | "desc";
}

/** Reads `field:direction`; undefined when it is not one of ours. */
export function parseSort(text: string): Sort | undefined {
	const [field, direction, ...rest] = text.split(":");
	const known = SORT_FIELDS.find((name) => name === field);
	if (!known || rest.length > 0) return undefined;
	if (direction !== "asc" && direction !== "desc") return undefined;
	return { field: known, direction };
}
