import type { EventType } from "@supportdesk/outbox/event-types.ts";
import { newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";

// The command line acts as the system: no key and no request of the API cause its changes.
const COMMAND_LINE = { apiKeyId: "", requestId: "" };

interface Resource {
	readonly id: string;
	readonly workspace_id: string;
}

/** The event of a new agent or group. */
export function created<T extends Resource>(
	type: EventType,
	resource: T,
	now: Date,
): OutboxEvent {
	return eventOf(type, undefined, resource, now);
}

/** The event of a changed agent or group; undefined if nothing changed. */
export function updated<T extends Resource>(
	type: EventType,
	before: T,
	after: T,
	now: Date,
): OutboxEvent | undefined {
	const event = eventOf(type, before, after, now);
	return event.previousJson === "{}" ? undefined : event;
}

function eventOf<T extends Resource>(
	type: EventType,
	before: T | undefined,
	after: T,
	now: Date,
): OutboxEvent {
	const change = {
		type,
		resourceId: after.id,
		beforeJson: before && resourceJson(before),
		afterJson: resourceJson(after),
	};
	return newEvent(COMMAND_LINE, change, now);
}

/** What subscribers are shown: all of it but the workspace, which is their own. */
function resourceJson({ workspace_id: _, ...shown }: Resource): string {
	return JSON.stringify(shown);
}
