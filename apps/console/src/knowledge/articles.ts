import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";

export const ARTICLE_STATUSES = [
	"all",
	"published",
	"draft",
	"archived",
] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

const PAGE = 50;

export const articles = (status: ArticleStatus, q: string | undefined) =>
	infiniteQueryOptions({
		queryKey: ["articles", status, q],
		queryFn: ({ pageParam, signal }) =>
			desk.knowledge.articles
				.list(
					{
						// Without a status the desk lists all but archived ones.
						status: status === "all" ? undefined : status,
						q,
						sort: "updated_at:desc",
						limit: PAGE,
						cursor: pageParam || undefined,
					},
					{ signal },
				)
				.page(),
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
	});

export const article = (id: string) =>
	queryOptions({
		queryKey: ["article", id],
		queryFn: ({ signal }) => desk.knowledge.articles.get(id, { signal }),
	});
