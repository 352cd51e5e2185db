import { EventEmitter, once } from "node:events";
import type {
	FindNextEventsRequest,
	FindNextEventsResponse,
	NumberedEvent,
} from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";

/** A log of one workspace, as the events service answers for it. */
export function createEventLog() {
	const events: NumberedEvent[] = [];
	const changes = new EventEmitter().setMaxListeners(0);
	let reads = 0;
	return {
		/** How often it was read. */
		reads: () => reads,
		append(count: number, { type = "ticket.updated", padding = 0 } = {}) {
			for (let n = 0; n < count; n += 1) {
				const sequence = events.length + 1;
				const json = JSON.stringify({ sequence, padding: "x".repeat(padding) });
				events.push({ sequence, type, json: Buffer.from(json) });
			}
			changes.emit("append");
		},
		async findNextEvents(
			{ after, limit, waitMs }: FindNextEventsRequest,
			{ signal }: CallContext,
		): Promise<FindNextEventsResponse> {
			reads += 1;
			if (events.length <= after && waitMs > 0) {
				const ended = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
				await once(changes, "append", { signal: ended }).catch(() => {});
			}
			return {
				events: events.slice(after, after + limit),
				lastSequence: events.length,
			};
		},
	};
}
