import { createDesk } from "@supportdesk/client";
import { NO_RESPONSE } from "./api-client.ts";
import type { Entry, Ledger } from "./ledger.ts";

const SUBJECT = "Created with the client";

/** One user of `@supportdesk/client`, which does all retries itself: creates tickets and reads them back, until `signal`. */
export async function runDesk(
	apiKey: string,
	chooseUrl: () => string,
	ledger: Ledger,
	signal: AbortSignal,
): Promise<void> {
	while (!signal.aborted) {
		const entry = ledger.invoke("create");
		const desk = createDesk({
			baseUrl: "",
			apiKey,
			fetch: recordStatuses(entry, chooseUrl),
		});
		try {
			const { id } = await desk.tickets.create(
				{
					subject: SUBJECT,
					body: "Where is my parcel?",
					contact: { email: `${entry.mark}@example.com` },
				},
				{ idempotencyKey: entry.mark },
			);
			entry.outcome = "ok";
			entry.ticketId = id;
			const { subject } = await desk.tickets.get(id);
			if (subject !== SUBJECT)
				ledger.violations.push(`${entry.mark} was read as ${subject}`);
		} catch (err) {
			ledger.violations.push(`${entry.mark}: the client got ${err}`);
		}
	}
}

/** Sends each attempt to a gateway of its own, and records what the client sees of the create. */
function recordStatuses(entry: Entry, chooseUrl: () => string) {
	return async (path: string, init: RequestInit): Promise<Response> => {
		const record = (status: number) => {
			if (init.method === "POST") entry.statuses.push(status);
		};
		try {
			const response = await fetch(chooseUrl() + path, init);
			record(response.status);
			return response;
		} catch (err) {
			record(NO_RESPONSE);
			throw err;
		}
	};
}
