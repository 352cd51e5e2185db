/** What a client has asked for once. */
export interface Entry {
	readonly kind: "create" | "reply" | "patch" | "approve";
	/** Unique; what is written carries it, so that it can be found again. */
	readonly mark: string;
	/** Ticket it was done to, once it is known. */
	ticketId: string | undefined;
	/** invoked: no definite answer yet, so it may or may not have taken effect. */
	outcome: "invoked" | "ok" | "failed";
	/** How often it was sent, and with which statuses it was answered. */
	readonly statuses: number[];
}

/** Every operation of every client, in the order of the calls. */
export interface Ledger {
	readonly entries: readonly Entry[];
	invoke(kind: Entry["kind"], ticketId?: string): Entry;
	/** What a client saw that must never be seen. */
	readonly violations: string[];
}

export function createLedger(): Ledger {
	const entries: Entry[] = [];
	return {
		entries,
		violations: [],
		invoke(kind, ticketId) {
			const entry: Entry = {
				kind,
				mark: `${kind}-${entries.length}-${crypto.randomUUID()}`,
				ticketId,
				outcome: "invoked",
				statuses: [],
			};
			entries.push(entry);
			return entry;
		},
	};
}
