import type { EventType } from "@supportdesk/outbox/event-types.ts";
import { type Cause, newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";

interface Resource {
	readonly id: string;
	readonly workspace_id: string;
}

/** The event of a new agent or group. */
export function created<T extends Resource>(
	type: EventType,
	resource: T,
	now: Date,
	cause: Cause,
): OutboxEvent {
	return eventOf(type, undefined, resource, now, cause);
}

/** The event of a changed agent or group; undefined if nothing changed. */
export function updated<T extends Resource>(
	type: EventType,
	before: T,
	after: T,
	now: Date,
	cause: Cause,
): OutboxEvent | undefined {
	const event = eventOf(type, before, after, now, cause);
	return event.previousJson === "{}" ? undefined : event;
}

function eventOf<T extends Resource>(
	type: EventType,
	before: T | undefined,
	after: T,
	now: Date,
	cause: Cause,
): OutboxEvent {
	const change = {
		type,
		resourceId: after.id,
		beforeJson: before && resourceJson(before),
		afterJson: resourceJson(after),
	};
	return newEvent(cause, change, now);
}

/** What subscribers are shown: all of it but the workspace, which is their own. */
export function resourceJson({ workspace_id: _, ...shown }: Resource): string {
	return JSON.stringify(shown);
}
