/** What is left of the key's limits, as the last response says. */
export interface RateLimit {
	/** Requests a minute. */
	readonly limit: number;
	/** Requests left in the current window. */
	readonly remaining: number;
	/** When the window ends, in Unix seconds. */
	readonly reset: number;
	/** Requests left in the window of 10 seconds. */
	readonly burstRemaining: number;
	/** Undefined where the plan has no limit a day. */
	readonly dayLimit: number | undefined;
	readonly dayRemaining: number | undefined;
	readonly dayReset: number | undefined;
}

/** A response without its body. */
export interface LastResponse {
	readonly status: number;
	readonly requestId: string | undefined;
	/** Undefined where no gateway wrote the response: a proxy did. */
	readonly rateLimit: RateLimit | undefined;
	/** Whether the response repeats that of an earlier request with the same idempotency key. */
	readonly isReplayed: boolean;
	readonly headers: Headers;
}

export function readLastResponse({ status, headers }: Response): LastResponse {
	return {
		status,
		requestId: headers.get("x-request-id") ?? undefined,
		rateLimit: readRateLimit(headers),
		isReplayed: headers.get("idempotent-replayed") === "true",
		headers,
	};
}

function readRateLimit(headers: Headers): RateLimit | undefined {
	const read = (name: string) => {
		const value = headers.get(`x-ratelimit-${name}`);
		return value === null ? undefined : Number(value);
	};
	const limit = read("limit");
	if (limit === undefined) return undefined;
	return {
		limit,
		remaining: read("remaining") ?? 0,
		reset: read("reset") ?? 0,
		burstRemaining: read("burst-remaining") ?? 0,
		dayLimit: read("day-limit"),
		dayRemaining: read("day-remaining"),
		dayReset: read("day-reset"),
	};
}
