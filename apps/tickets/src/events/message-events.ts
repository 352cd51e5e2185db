import { type Cause, newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import type { Message } from "../domain/message.ts";
import { messageJson } from "../rpc/message-json.ts";

/** The event of a delivery's progress; none if another attempt will follow. */
export function messageStatusChanged(
	cause: Cause,
	contactId: string,
	before: Message,
	after: Message,
	now: Date,
): OutboxEvent[] {
	if (before.status === after.status) return [];
	const event = newEvent(
		cause,
		{
			type: "message.status_changed",
			resourceId: before.id,
			ticketId: before.ticketId,
			contactId,
			beforeJson: messageJson(before),
			afterJson: messageJson(after),
		},
		now,
	);
	return [event];
}
