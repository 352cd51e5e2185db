import { createDesk, NotFoundError } from "@supportdesk/client";

// A page that waits longer should rather say so. Of changes, each retry carries the same idempotency key.
const TOTAL_TIMEOUT_MS = 15_000;

/** The API, in the name of the agent who is signed in. */
export const desk = createDesk({
	baseUrl: "",
	credentials: "same-origin",
	totalTimeoutMs: TOTAL_TIMEOUT_MS,
});

/** Null in place of what does not exist. */
export function nullIfMissing(error: unknown): null {
	if (error instanceof NotFoundError) return null;
	throw error;
}

/** What to say about an error. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
