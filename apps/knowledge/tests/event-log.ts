import type { OutboxEvent } from "@supportdesk/contracts/supportdesk/events/v1/outbox.ts";
import type { KnowledgeApi } from "@supportdesk/rpc/service-api.ts";
import { contextOf } from "./given.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An event with its JSON read. */
export interface LoggedEvent extends OutboxEvent {
	readonly object: Fields;
	/** Null where there was nothing before. */
	readonly previous: Fields | null;
}

/** Collects the outbox as the events service does, and keeps what it has collected. */
export function createEventLog(
	handlers: Pick<KnowledgeApi, "collectOutbox">,
): (workspaceId: string) => Promise<LoggedEvent[]> {
	const log: LoggedEvent[] = [];
	let appendedPositions: number[] = [];
	return async (workspaceId) => {
		for (;;) {
			const { events } = await handlers.collectOutbox(
				{ appendedPositions, limit: 100 },
				contextOf(""),
			);
			appendedPositions = events.map(({ position }) => position);
			if (events.length === 0) break;
			for (const event of events)
				log.push({
					...event,
					object: JSON.parse(event.objectJson),
					previous: JSON.parse(event.previousJson),
				});
		}
		return log.filter((event) => event.workspaceId === workspaceId);
	};
}
