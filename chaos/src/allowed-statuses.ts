/** The statuses that each operation may return. */
export interface AllowedStatuses {
	readonly read: readonly number[];
	readonly create: readonly number[];
	readonly search: readonly number[];
	readonly reply: readonly number[];
}

const UNAFFECTED: AllowedStatuses = {
	read: [200],
	create: [201],
	search: [200],
	reply: [201],
};

/** The statuses that callers may get while the link is broken: never a 500. */
export const ALLOWED_STATUSES: Readonly<Record<string, AllowedStatuses>> = {
	// Limits are counted in process during the fault.
	redis: UNAFFECTED,
	// Creates have no signals, searches no embedding.
	"ai-1": UNAFFECTED,
	// Mails are sent later.
	mail: UNAFFECTED,
	// Events are collected later.
	"events-1": UNAFFECTED,
	// No mail comes in.
	"mail-1": UNAFFECTED,
	"knowledge-1": { ...UNAFFECTED, search: [200, 502] },
	"tickets-1": {
		read: [200, 502],
		create: [201, 502],
		search: [200],
		reply: [201, 502],
	},
	postgres: {
		read: [200, 502, 503],
		create: [201, 502, 503],
		search: [200, 502, 503],
		reply: [201, 502, 503],
	},
};
