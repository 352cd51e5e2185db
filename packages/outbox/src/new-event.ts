import { isId, newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { EventType } from "./event-types.ts";
import type { OutboxEvent } from "./outbox-event.ts";
import { previousFields } from "./previous-fields.ts";

/** What caused a change: the request of an API key or a session, or a job of ours. A call's context is one. */
export type Cause = Pick<CallContext, "requestId" | "apiKeyId"> &
	Partial<Pick<CallContext, "actorId">>;

/** The cause of the changes that jobs make. */
export const OWN_JOB: Cause = { requestId: "", apiKeyId: "" };

/** A change of one resource, which the type names. */
export interface Change {
	readonly type: EventType;
	readonly resourceId: string;
	/** The resource as the API showed it before the change; undefined where there was none. */
	readonly beforeJson: string | undefined;
	/** The resource as the API shows it after the change. */
	readonly afterJson: string;
	/** The ticket whose history shows the change; none if not given. */
	readonly ticketId?: string;
	/** The contact whose erasure erases the event's data; none if not given. */
	readonly contactId?: string;
}

/** The event of a change. */
export function newEvent(cause: Cause, change: Change, now: Date): OutboxEvent {
	const { type, resourceId, beforeJson, afterJson } = change;
	const { ticketId = "", contactId = "" } = change;
	return {
		id: newId("evt", now.getTime()),
		type,
		createdAt: now.toISOString(),
		...originOf(cause),
		resource: { type: type.slice(0, type.indexOf(".")), id: resourceId },
		ticketId,
		contactId,
		objectJson: afterJson,
		previousJson:
			beforeJson === undefined ? "null" : previousFields(beforeJson, afterJson),
	};
}

/** Who caused a change, and by which request: an agent's own session is the agent. */
export function originOf({
	apiKeyId,
	actorId = "",
	requestId,
}: Cause): Pick<OutboxEvent, "actor" | "requestId"> {
	// A call that a job makes has an id for its log lines, which no client has seen.
	if (apiKeyId === "")
		return { actor: { type: "system", id: "" }, requestId: "" };
	return isId("ses", apiKeyId) && actorId !== ""
		? { actor: { type: "agent", id: actorId }, requestId }
		: { actor: { type: "api_key", id: apiKeyId }, requestId };
}
