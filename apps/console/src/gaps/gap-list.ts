import { queryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";

export const gaps = (status: "open" | "resolved" | "all") =>
	queryOptions({
		queryKey: ["gaps", status],
		queryFn: ({ signal }) =>
			desk.knowledge.listGaps({ status, limit: 100 }, { signal }).page(),
		select: (page) => page.data,
	});
