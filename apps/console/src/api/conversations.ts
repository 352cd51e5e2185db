import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { desk, nullIfMissing } from "./desk.ts";
import { queryClient } from "./query-client.ts";

export const conversation = (id: string) =>
	queryOptions({
		queryKey: ["conversation", id],
		queryFn: ({ signal }) => desk.conversations.get(id, { signal }),
	});

/** Null: there is none. */
export const draft = (id: string) =>
	queryOptions({
		queryKey: ["draft", id],
		queryFn: ({ signal }) =>
			desk.drafts.get(id, { signal }).catch(nullIfMissing),
	});

export const history = (id: string) =>
	infiniteQueryOptions({
		queryKey: ["history", id],
		queryFn: ({ pageParam, signal }) =>
			desk.tickets
				.listEvents(
					id,
					{
						limit: 100,
						sort: "sequence:desc",
						cursor: pageParam || undefined,
					},
					{ signal },
				)
				.page(),
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
	});

/** Fetches what a conversation shows before it is opened, unless it is here already. */
export async function prefetchConversation(id: string): Promise<void> {
	await queryClient.prefetchQuery(conversation(id));
	const known = queryClient.getQueryData(conversation(id).queryKey);
	if (known?.ai.draft_ready) await queryClient.prefetchQuery(draft(id));
}
