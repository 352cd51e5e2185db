import type { Gap } from "@supportdesk/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";

export const GAP_STATUSES = ["open", "resolved"] as const;

const PAGE = 50;

export const gaps = (status: (typeof GAP_STATUSES)[number]) =>
	infiniteQueryOptions({
		queryKey: ["gaps", status],
		queryFn: ({ pageParam, signal }) =>
			desk.knowledge
				.listGaps(
					{ status, limit: PAGE, cursor: pageParam || undefined },
					{ signal },
				)
				.page(),
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
	});

/** Null if there is no such gap. The desk gives gaps in lists only. */
export const gap = (id: string) =>
	queryOptions({
		queryKey: ["gap", id],
		queryFn: async ({ signal }): Promise<Gap | null> => {
			for (const status of GAP_STATUSES) {
				const list = desk.knowledge.listGaps(
					{ status, limit: 100 },
					{ signal },
				);
				for await (const each of list) if (each.id === id) return each;
			}
			return null;
		},
	});
