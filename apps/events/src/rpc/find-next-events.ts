import type {
	FindNextEventsRequest,
	FindNextEventsResponse,
} from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { eventJson } from "../domain/event.ts";
import { selectLastSequence } from "../store/append.ts";
import { selectEvents } from "../store/events.ts";

const BYTES_MAX = 4 * 1024 * 1024; // of events in one response, with the first one in any case

/** The events behind a sequence; waits for the first one as long as the request asks. */
export function findNextEvents({
	db,
	announcements,
}: Pick<Deps, "db" | "announcements">) {
	return async (
		{ after, limit, waitMs }: FindNextEventsRequest,
		context: CallContext,
	): Promise<FindNextEventsResponse> => {
		const ended = AbortSignal.any([
			context.signal,
			AbortSignal.timeout(waitMs),
		]);
		for (;;) {
			// Heard from before the log is read: what is appended in between wakes us.
			const announced = announcements.next(context.workspaceId, ended);
			const response = await readNext(db, context, after, limit);
			if (response.events.length > 0 || ended.aborted) return response;
			await announced;
		}
	};
}

async function readNext(
	db: Deps["db"],
	context: CallContext,
	after: number,
	limit: number,
): Promise<FindNextEventsResponse> {
	const { workspaceId } = context;
	const filter = {
		types: [],
		resourceId: undefined,
		ticketId: undefined,
		after,
		before: undefined,
	};
	const [rows, [lastSequence = 0]] = await readAll(db, context, [
		selectEvents(workspaceId, filter, "asc", limit),
		selectLastSequence(workspaceId),
	]);
	const events: FindNextEventsResponse["events"] = [];
	let bytes = 0;
	for (const event of rows) {
		const json = Buffer.from(eventJson(event));
		bytes += json.length;
		if (bytes > BYTES_MAX && events.length > 0) break;
		events.push({ sequence: event.sequence, type: event.type, json });
	}
	return { events, lastSequence };
}
