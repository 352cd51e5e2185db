import { createDesk, NotFoundError } from "@supportdesk/client";
import { queryClient } from "./query-client.ts";
import { csrfToken, endSession, session } from "./session.ts";

// A page that waits longer should rather say so. Of changes, each retry carries the same idempotency key.
const TOTAL_TIMEOUT_MS = 15_000;
const UNAUTHENTICATED = 401;
const FORBIDDEN = 403;

/** The API, in the name of the agent who is signed in. */
export const desk = createDesk({
	baseUrl: "",
	credentials: "same-origin",
	totalTimeoutMs: TOTAL_TIMEOUT_MS,
	headers: (): Record<string, string> => {
		const token = csrfToken();
		return token ? { "X-CSRF-Token": token } : {};
	},
	onResponse: ({ status }) => {
		if (status === UNAUTHENTICATED) endSession();
		if (status !== FORBIDDEN) return;
		// The session may be another one since: another tab has signed in. Or its role has changed.
		void queryClient.invalidateQueries(session);
		void queryClient.invalidateQueries({ queryKey: ["me"] });
	},
});

/** Null in place of what does not exist. */
export function nullIfMissing(error: unknown): null {
	if (error instanceof NotFoundError) return null;
	throw error;
}
