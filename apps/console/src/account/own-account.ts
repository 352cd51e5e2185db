import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../api/query-client.ts";
import { callAuth } from "../api/session.ts";

/** Somewhere that the agent is signed in. */
export interface OpenSession {
	readonly id: string;
	readonly is_current: boolean;
	readonly method: "password" | "link" | "oidc";
	readonly user_agent: string;
	readonly address: string;
	readonly last_used_at: string;
}

// No event reports a session, so they are read each time that the page is opened.
export const sessions = queryOptions({
	queryKey: ["sessions"],
	queryFn: () => callAuth<{ data: OpenSession[] }>("GET", "/auth/sessions"),
	select: (page) => page.data,
	refetchOnMount: "always",
});

export async function refreshAccount(): Promise<void> {
	await Promise.all([
		queryClient.invalidateQueries({ queryKey: ["accounts"] }),
		queryClient.invalidateQueries({ queryKey: ["sessions"] }),
	]);
}
