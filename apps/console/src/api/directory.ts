import type { Agent, GroupDetails, Me } from "@supportdesk/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { desk } from "./desk.ts";

// The small lists that every view names things by: fetched once and kept current by events. All pages of them, because
// messages name every agent there has been, and menus offer every macro.

const WHOLE = { limit: 100 };

export const me = queryOptions({
	queryKey: ["me"],
	queryFn: ({ signal }) => desk.me({ signal }),
	staleTime: Number.POSITIVE_INFINITY,
});

export const agents = queryOptions({
	queryKey: ["agents"],
	queryFn: ({ signal }) => Array.fromAsync(desk.agents.list(WHOLE, { signal })),
});

export const groups = queryOptions({
	queryKey: ["groups"],
	queryFn: ({ signal }) => Array.fromAsync(desk.groups.list(WHOLE, { signal })),
});

export const attributes = queryOptions({
	queryKey: ["attributes"],
	queryFn: ({ signal }) =>
		Array.fromAsync(desk.attributes.list(WHOLE, { signal })),
});

export const macros = queryOptions({
	queryKey: ["macros"],
	queryFn: ({ signal }) => Array.fromAsync(desk.macros.list(WHOLE, { signal })),
});

/** For those whose scopes permit it. */
export const keys = queryOptions({
	queryKey: ["keys"],
	queryFn: ({ signal }) => Array.fromAsync(desk.keys.list(WHOLE, { signal })),
});

/** The agent at this screen; undefined until it is known. */
export function useMe(): Me | undefined {
	return useQuery(me).data;
}

/** The agents that can be given work. */
export function useActiveAgents(): readonly Agent[] {
	const { data = [] } = useQuery(agents);
	return data.filter(({ deactivated_at }) => deactivated_at === null);
}

/** The groups that tickets can be given to, and the one that is chosen already. */
export function useActiveGroups(
	chosenId?: string | null,
): readonly GroupDetails[] {
	const { data = [] } = useQuery(groups);
	return data.filter(
		({ id, deactivated_at }) => deactivated_at === null || id === chosenId,
	);
}
