import { type Cause, newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import type { ContactRecord } from "../domain/contact.ts";
import { contactJson } from "../rpc/contact-json.ts";

export function contactCreated(
	cause: Cause,
	contact: ContactRecord,
	now: Date,
): OutboxEvent {
	return newEvent(
		cause,
		{
			...namesOf(contact),
			type: "contact.created",
			beforeJson: undefined,
			afterJson: contactJson(contact),
		},
		now,
	);
}

/** The event of a contact's change; none if its GET shows the same as before. */
export function contactUpdated(
	cause: Cause,
	before: ContactRecord,
	after: ContactRecord,
	now: Date,
): OutboxEvent[] {
	const event = newEvent(
		cause,
		{
			...namesOf(before),
			type: "contact.updated",
			beforeJson: contactJson(before),
			afterJson: contactJson(after),
		},
		now,
	);
	const previous = JSON.parse(event.previousJson) as object;
	const isShown = Object.keys(previous).some((name) => name !== "updated_at");
	return isShown ? [event] : [];
}

/** The event of a merge. Its object is the contact that the merged one became, as its GET shows it. */
export function contactMerged(
	cause: Cause,
	merged: ContactRecord,
	into: ContactRecord,
	now: Date,
): OutboxEvent {
	return newEvent(
		cause,
		{
			...namesOf(merged),
			type: "contact.merged",
			beforeJson: contactJson(merged),
			afterJson: contactJson(into),
		},
		now,
	);
}

/** The event of an erasure, by which the events service erases the contact's events. It shows nothing but the id. */
export function contactErased(
	cause: Cause,
	id: string,
	now: Date,
): OutboxEvent {
	const shown = `{"id":"${id}"}`;
	return newEvent(
		cause,
		{
			type: "contact.erased",
			resourceId: id,
			contactId: id,
			beforeJson: shown,
			afterJson: shown,
		},
		now,
	);
}

function namesOf({ id }: ContactRecord) {
	return { resourceId: id, contactId: id };
}
