import type { LimitWindow, Verdict } from "./verdict.ts";

/** The headers every /v1 response carries; all values are integers except the two of the IETF draft. */
export type RateLimitHeaders = Record<string, string>;

/**
 * Renders a verdict: the published X-RateLimit-* headers, those of the day, `RateLimit` and `RateLimit-Policy` of
 * draft-ietf-httpapi-ratelimit-headers-10, and `Retry-After` on a refusal.
 */
export function rateLimitHeaders(verdict: Verdict): RateLimitHeaders {
	const { minute, burst, day, retryAfterSeconds } = verdict;
	// When the daily limit is used up, the next minute changes nothing: the client has to wait for the day's end.
	const current = day?.remaining === 0 ? day : minute;
	const headers: RateLimitHeaders = {
		"X-RateLimit-Limit": String(minute.limit),
		"X-RateLimit-Remaining": String(current.remaining),
		"X-RateLimit-Reset": epochSeconds(current),
		"X-RateLimit-Burst-Remaining": String(burst.remaining),
	};
	if (day) {
		headers["X-RateLimit-Day-Limit"] = String(day.limit);
		headers["X-RateLimit-Day-Remaining"] = String(day.remaining);
		headers["X-RateLimit-Day-Reset"] = epochSeconds(day);
	}
	headers["RateLimit-Policy"] = policies(verdict).join(", ");
	headers.RateLimit = states(verdict).join(", ");
	if (!verdict.allowed) headers["Retry-After"] = String(retryAfterSeconds);
	return headers;
}

/** Rounded up, so that a client that waits for it never retries too early. */
const epochSeconds = ({ resetMs }: LimitWindow) =>
	String(Math.ceil(resetMs / 1000));

function namedWindows({ minute, burst, day }: Verdict) {
	const windows: [string, LimitWindow][] = [
		["minute", minute],
		["burst", burst],
	];
	if (day) windows.push(["day", day]);
	return windows;
}

function policies(verdict: Verdict): string[] {
	const list = namedWindows(verdict).map(
		([name, { limit, lengthMs }]) =>
			`"${name}";q=${limit};w=${Math.ceil(lengthMs / 1000)}`,
	);
	if (verdict.concurrent)
		list.push(
			`"concurrent";q=${verdict.concurrent.limit};qu="concurrent-requests"`,
		);
	return list;
}

function states(verdict: Verdict): string[] {
	const list = namedWindows(verdict).map(
		([name, { remaining, resetMs }]) =>
			`"${name}";r=${remaining};t=${Math.ceil((resetMs - verdict.nowMs) / 1000)}`,
	);
	if (verdict.concurrent)
		list.push(`"concurrent";r=${verdict.concurrent.remaining}`);
	return list;
}
