/** The four ceilings of an API key. null: this one does not apply and is not counted. */
export interface Limits {
	readonly perMinute: number;
	/** Requests within the 10-second window. */
	readonly burst: number;
	/** Requests within a UTC day. */
	readonly perDay: number | null;
	/** Requests in progress at one moment. */
	readonly concurrent: number | null;
}

/** How long each window and each lease lasts. Production uses `WINDOW_LENGTHS`; tests use shorter ones. */
export interface WindowLengths {
	readonly minuteMs: number;
	readonly burstMs: number;
	readonly dayMs: number;
	readonly leaseMs: number;
}

export const WINDOW_LENGTHS: WindowLengths = {
	minuteMs: 60_000,
	burstMs: 10_000,
	dayMs: 86_400_000,
	// The longest that a crashed gateway keeps a slot. A request that takes longer renews its lease.
	leaseMs: 35_000,
};
