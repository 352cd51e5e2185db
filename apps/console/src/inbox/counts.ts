import { queryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";
import { toListQuery, VIEWS, type View } from "./views.ts";

const COUNTED_MAX = 100;

/** How many tickets each view has, at most 100. */
export const counts = (agentId: string) =>
	queryOptions({
		queryKey: ["counts", agentId],
		queryFn: async ({ signal }) => {
			const counted = await Promise.all(
				VIEWS.map(async (view) => {
					const query = toListQuery(view, { status: "open" }, agentId);
					const page = await desk.tickets
						.list({ ...query, limit: COUNTED_MAX }, { signal })
						.page();
					return [view, page.data.length] as const;
				}),
			);
			return Object.fromEntries(counted) as Record<View, number>;
		},
	});
