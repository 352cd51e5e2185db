import { ConnectionError } from "./errors.ts";
import type { ExportLine } from "./gen/api.ts";
import { readLines } from "./lines.ts";
import type { RequestOptions } from "./options.ts";
import { isTransient, retryDelayMs, sleep } from "./retries.ts";
import type { Query, Transport } from "./transport.ts";

const RETRIES_MAX = 8; // without a line between

export type ExportedTicket = Extract<ExportLine, { ticket: unknown }>;

/** All tickets with their messages. An export that breaks continues behind the last line that has arrived. */
export async function* exportTickets(
	transport: Transport,
	query: Query,
	options: RequestOptions,
): AsyncGenerator<ExportedTicket, void, undefined> {
	const { signal } = options;
	let cursor = query.cursor;
	for (let failures = 0; ; ) {
		try {
			const response = await transport.response({
				...options,
				method: "GET",
				path: "/v1/exports/tickets",
				query: { ...query, cursor },
			});
			for await (const text of readLines(response, transport.timeoutMs)) {
				const line: ExportLine = JSON.parse(text);
				if ("done" in line) return;
				cursor = line.cursor;
				failures = 0;
				yield line;
			}
			throw new ConnectionError("The export was interrupted.");
		} catch (error) {
			signal?.throwIfAborted();
			if (!isTransient(error) || failures === RETRIES_MAX) throw error;
			await sleep(retryDelayMs(error, failures++), signal);
		}
	}
}
