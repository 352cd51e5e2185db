import type { Conversation, QueryOf, Ticket } from "@supportdesk/client";

/** The inbox's views, in the order of the sidebar. */
export const VIEWS = ["mine", "unassigned", "waiting", "all"] as const;
export type View = (typeof VIEWS)[number];

export const STATUSES = ["open", "pending", "resolved", "archived"] as const;
export const PRIORITIES = ["urgent", "high", "normal", "low"] as const;
export const CHANNELS = ["email", "chat", "widget", "api", "phone"] as const;
export const SORTS = [
	"updated_at:desc",
	"created_at:desc",
	"created_at:asc",
	"priority:desc",
] as const;

/** What the address says of the list, beside its view. */
export interface Filters {
	readonly status?: Ticket["status"] | "all";
	readonly priority?: Ticket["priority"];
	readonly channel?: Ticket["channel"];
	readonly assignee?: string;
	readonly group?: string;
	readonly tag?: string;
	readonly sort?: (typeof SORTS)[number];
	readonly q?: string;
}

export type ListQuery = QueryOf<"GET /v1/conversations">;

/** The list's query. */
export function toListQuery(
	view: View,
	filters: Filters,
	agentId: string,
): ListQuery {
	const { status, sort = "updated_at:desc", ...rest } = filters;
	const isAll = view === "all";
	return {
		...rest,
		...(view === "mine" && { assignee: agentId }),
		...(view === "unassigned" && { assignee: "unassigned" }),
		...(view === "waiting" && { waiting: "true" as const }),
		status: status ?? (isAll ? "all" : "open"),
		sort,
	};
}

/** Whether the list would contain the ticket; undefined where only the desk knows. */
export function isInList(
	query: ListQuery,
	ticket: Ticket & Partial<Pick<Conversation, "waiting_since">>,
): boolean | undefined {
	if (query.q !== undefined) return undefined;
	const { assignee, status, priority, channel, group, tag, waiting } = query;
	if (ticket.merged_into) return false;
	if (status && status !== "all" && ticket.status !== status) return false;
	if (assignee === "unassigned" && ticket.assignee) return false;
	if (assignee && assignee !== "unassigned" && ticket.assignee?.id !== assignee)
		return false;
	if (priority && ticket.priority !== priority) return false;
	if (channel && ticket.channel !== channel) return false;
	if (group && ticket.group?.id !== group) return false;
	if (tag && !ticket.tags.includes(tag)) return false;
	if (waiting && ticket.waiting_since === undefined) return undefined;
	return !waiting || ticket.waiting_since !== null;
}

/** Reads the filters of an address; what it says wrongly is left out. */
export function readFilters(search: Record<string, unknown>): Filters {
	const one = <T extends string>(name: string, values: readonly T[]) =>
		values.find((value) => value === search[name]);
	const some = (name: string) => {
		const value = search[name];
		return typeof value === "string" && value !== "" ? value : undefined;
	};
	return {
		status: one("status", [...STATUSES, "all"]),
		priority: one("priority", PRIORITIES),
		channel: one("channel", CHANNELS),
		assignee: some("assignee"),
		group: some("group"),
		tag: some("tag"),
		sort: one("sort", SORTS),
		q: some("q"),
	};
}
