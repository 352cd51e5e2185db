import type { Account } from "@supportdesk/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { desk } from "./desk.ts";

// No event reports a change of accounts, so they are read each time that they are shown.

/** What agents sign in with, by the ids of the agents. */
export const accounts = queryOptions({
	queryKey: ["accounts"],
	queryFn: async ({ signal }) => {
		const byAgent = new Map<string, Account>();
		const list = desk.accounts.list({ limit: 100 }, { signal });
		for await (const account of list) byAgent.set(account.agent_id, account);
		return byAgent;
	},
	refetchOnMount: "always",
});

export const account = (agentId: string) =>
	queryOptions({
		queryKey: ["accounts", agentId],
		queryFn: ({ signal }) => desk.accounts.get(agentId, { signal }),
		refetchOnMount: "always",
	});

const PAGE = 50;

/** What happened to accounts, the newest first; of one agent, or of all. */
export const auditEvents = (agentId: string) =>
	infiniteQueryOptions({
		queryKey: ["audit", agentId],
		queryFn: ({ pageParam, signal }) =>
			desk.auditEvents
				.list(
					{
						agent_id: agentId || undefined,
						limit: PAGE,
						cursor: pageParam || undefined,
					},
					{ signal },
				)
				.page(),
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
		placeholderData: (previous) => previous,
		refetchOnMount: "always",
	});
