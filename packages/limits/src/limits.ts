/** The four limits of an API key. null: the limit does not apply and is not counted. */
export interface Limits {
	readonly perMinute: number;
	/** Requests within the 10-second window. */
	readonly burst: number;
	/** Requests within a UTC day. */
	readonly perDay: number | null;
	/** Requests in progress at the same time. */
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
	// The longest time that a crashed gateway occupies a slot. A longer request renews its lease.
	leaseMs: 35_000,
};
