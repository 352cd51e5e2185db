import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";

const PAGE = 50;

export const contacts = (q: string) =>
	infiniteQueryOptions({
		queryKey: ["contacts", q],
		queryFn: ({ pageParam, signal }) =>
			desk.contacts
				.list(
					{
						q: q || undefined,
						sort: "last_seen_at:desc",
						limit: PAGE,
						cursor: pageParam || undefined,
					},
					{ signal },
				)
				.page(),
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
		placeholderData: (previous) => previous,
	});

export const contact = (id: string) =>
	queryOptions({
		queryKey: ["contact", id],
		queryFn: ({ signal }) => desk.contacts.get(id, { signal }),
	});

export const conversationsOf = (id: string) =>
	queryOptions({
		queryKey: ["contact", id, "conversations"],
		queryFn: ({ signal }) =>
			desk.conversations.list({ contact: id, limit: 50 }, { signal }).page(),
		select: (page) => page.data,
	});
