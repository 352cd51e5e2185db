/** What a list of tickets may be narrowed by; all given fields must hold. */
export interface TicketFilter {
	readonly status?: string;
	readonly priority?: string;
	/** An agent's id, or `unassigned`. */
	readonly assignee?: string;
	readonly group?: string;
	readonly channel?: string;
	readonly tag?: string;
	readonly contact?: string;
	/** The address by which the contact is known, as addresses are compared. */
	readonly contact_email?: string;
	/** The mailbox that their first mail came to. */
	readonly mailbox?: string;
	readonly ai_intent?: string;
	/** ISO 8601 in UTC. */
	readonly created_after?: string;
	readonly created_before?: string;
	readonly updated_after?: string;
	readonly updated_before?: string;
	/** Whether the customer waits for an answer. */
	readonly waiting?: boolean;
	readonly external_id?: string;
	/** The ticket that they were merged into; merged tickets are not listed otherwise. */
	readonly merged_into?: string;
	/** Words to search for. */
	readonly q?: string;
}
