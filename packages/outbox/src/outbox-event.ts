import type { EventType } from "./event-types.ts";

/** The cause of a change. The system stands for the product's jobs. */
export type Actor =
	| {
			readonly type: "api_key" | "agent" | "contact";
			readonly id: string;
	  }
	| { readonly type: "system"; readonly id: "" };

/** A change of a resource, as its transaction writes it to the outbox. */
export interface OutboxEvent {
	/** `evt_…` */
	readonly id: string;
	readonly type: EventType;
	/** ISO 8601, UTC. */
	readonly createdAt: string;
	readonly actor: Actor;
	/** `req_…`; empty if no request caused the change. */
	readonly requestId: string;
	readonly resource: { readonly type: string; readonly id: string };
	/** The ticket whose history contains the event; empty for none. */
	readonly ticketId: string;
	/** The contact whose erasure erases `objectJson` and `previousJson`; empty for none. */
	readonly contactId: string;
	/** The resource as its GET shows it after the change, JSON. */
	readonly objectJson: string;
	/** The previous values of the changed fields, JSON; `null` if the resource is new. */
	readonly previousJson: string;
}
