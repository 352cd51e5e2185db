/** One operation of a client. */
export interface Entry {
	readonly kind: "create" | "reply" | "patch" | "approve" | "mail";
	/** Unique; it is part of the written data, so that the write can be found. */
	readonly mark: string;
	/** The changed ticket, once it is known. */
	ticketId: string | undefined;
	/** invoked: no definite response yet, so it may or may not have taken effect. */
	outcome: "invoked" | "ok" | "failed";
	/** The status of every attempt. */
	readonly statuses: number[];
}

/** Every operation of every client, in the order of the calls. */
export interface Ledger {
	readonly entries: readonly Entry[];
	invoke(kind: Entry["kind"], ticketId?: string): Entry;
	/** Forbidden observations of a client. */
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
