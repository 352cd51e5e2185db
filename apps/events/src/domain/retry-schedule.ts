const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** From one attempt to the next: twelve attempts within five days. */
const WAITS_MS = [
	5 * SECOND_MS,
	30 * SECOND_MS,
	2 * MINUTE_MS,
	10 * MINUTE_MS,
	HOUR_MS,
	3 * HOUR_MS,
	6 * HOUR_MS,
	12 * HOUR_MS,
	DAY_MS,
	DAY_MS,
	DAY_MS,
] as const;

export const ATTEMPTS_MAX = WAITS_MS.length + 1;
/** A webhook of which every attempt fails for this long is disabled. */
export const FAILING_MS_MAX = 5 * DAY_MS;
const JITTER_SHARE = 0.1;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/**
 * When a failed delivery is tried next.
 *
 * @param attempts made so far, this one included.
 * @param retryAfterMs what the endpoint asked for; it is honoured up to a day.
 * @param random from 0 to below 1; spreads the retries of deliveries that failed together.
 * @returns milliseconds to wait; undefined when the last attempt has failed.
 */
export function nextWaitMs(
	attempts: number,
	retryAfterMs: number | undefined,
	random: number,
): number | undefined {
	const waitMs = WAITS_MS[attempts - 1];
	if (waitMs === undefined) return undefined;
	const askedMs = Math.min(retryAfterMs ?? 0, DAY_MS);
	return Math.max(waitMs, askedMs) * (1 + JITTER_SHARE * random);
}

/**
 * The `Retry-After` header (RFC 9110, 10.2.3) in milliseconds: seconds, or a date. Undefined for anything else.
 *
 * @param nowMs epoch milliseconds.
 */
export function retryAfterMs(
	header: string | undefined,
	nowMs: number,
): number | undefined {
	if (header === undefined) return undefined;
	if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
	if (!HTTP_DATE.test(header)) return undefined;
	const dateMs = Date.parse(header);
	return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
