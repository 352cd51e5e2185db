import type { ContactDetails, Conversation } from "@supportdesk/client";
import {
	type InfiniteData,
	infiniteQueryOptions,
	type QueryKey,
	queryOptions,
} from "@tanstack/react-query";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";

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

/** Null: it was erased while the page was open. */
export const contact = (id: string) =>
	queryOptions({
		queryKey: ["contact", id],
		queryFn: ({ signal }): Promise<ContactDetails | null> =>
			desk.contacts.get(id, { signal }),
	});

export const conversationsOf = (id: string) =>
	infiniteQueryOptions({
		queryKey: ["contact", id, "conversations"],
		queryFn: ({ pageParam, signal }) =>
			desk.conversations
				.list(
					{ contact: id, limit: PAGE, cursor: pageParam || undefined },
					{ signal },
				)
				.page(),
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
	});

type Conversations = InfiniteData<{ readonly data: readonly Conversation[] }>;

/** The keys of the contacts' lists that a conversation is in. */
export function listsWith(conversationId: string): QueryKey[] {
	return queryClient
		.getQueriesData<Conversations>({
			predicate: ({ queryKey: [kind, , part] }) =>
				kind === "contact" && part === "conversations",
		})
		.filter(([, list]) =>
			list?.pages.some(({ data }) =>
				data.some(({ id }) => id === conversationId),
			),
		)
		.map(([queryKey]) => queryKey);
}
