import { AppError } from "@supportdesk/errors/app-error.ts";
import { FAILED_AUTHENTICATION_LIMITS } from "@supportdesk/limits/failed-authentication.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import { type Limits, WINDOW_LENGTHS } from "@supportdesk/limits/limits.ts";
import { peekLimits } from "@supportdesk/limits/peek.ts";
import {
	type LimitCode,
	unusedVerdict,
	type Verdict,
} from "@supportdesk/limits/verdict.ts";
import type {
	ErrorRequestHandler,
	Request,
	RequestHandler,
	Response,
} from "express";
import type { ApiKey } from "../keys/api-key.ts";
import type { Metrics } from "../metrics.ts";
import { exchangeOf, whenClosed } from "./exchange.ts";

// For an API key, or for an address without a valid one.
const MESSAGES: Record<LimitCode, string> = {
	rate_limit_minute: "The requests of this minute are used up.",
	rate_limit_burst: "The requests of these 10 seconds are used up.",
	rate_limit_day: "The requests of this day (UTC) are used up.",
	concurrency_limit: "Too many requests are in progress.",
};

/** Adds the limits' headers to a refusal that precedes authentication. */
export const fillLimitHeaders: ErrorRequestHandler = (
	thrown,
	_req,
	res,
	next,
) => {
	exchangeOf(res).verdict ??= unusedVerdict(
		FAILED_AUTHENTICATION_LIMITS,
		WINDOW_LENGTHS,
		Date.now(),
	);
	next(thrown);
};

// Bounds the requests that no limit of the key counts.
const UNCOUNTED_LIMITS: Limits = {
	perMinute: 600,
	burst: 600,
	perDay: null,
	concurrent: null,
};

const UNCOUNTED: readonly [methods: readonly string[], path: RegExp][] = [
	// Asks how the limits stand.
	[["GET", "HEAD"], /^\/me$/],
	// Repeated every few seconds as long as an agent has a conversation open.
	[["GET", "HEAD", "PUT"], /^\/conversations\/[^/]+\/presence$/],
];

/** Whether the request costs nothing of the key's limits. */
function isUncounted({ method, path }: Request): boolean {
	return UNCOUNTED.some(
		([methods, pattern]) => methods.includes(method) && pattern.test(path),
	);
}

/** Reads what is left of the key's limits. @throws AppError `rate_limit_error` for a key that reads too often. */
async function peek(
	limiter: Limiter,
	{ id, limits }: ApiKey,
	res: Response,
): Promise<void> {
	const [left, own] = await Promise.all([
		peekLimits(limiter, id, limits),
		limiter.admit(`uncounted:${id}`, UNCOUNTED_LIMITS, ""),
	]);
	const { allowed, code, retryAfterSeconds } = own;
	applyVerdict(res, { ...left, allowed, code, retryAfterSeconds });
}

/** Counts the request for its key, and holds one of the key's slots until its response and its service call have ended. */
export function limitRate(limiter: Limiter, metrics: Metrics): RequestHandler {
	return async (req, res, next) => {
		const exchange = exchangeOf(res);
		if (isUncounted(req)) {
			await peek(limiter, exchange.key!, res);
			return next();
		}
		const { id, limits } = exchange.key!;
		const verdict = await limiter.admit(id, limits, exchange.requestId);
		if (verdict.allowed) {
			whenClosed(res, () => {
				const release = () => limiter.release(id, exchange.requestId);
				// The client may disconnect before the service has stopped its work.
				if (exchange.work) void exchange.work.then(release, release);
				else void release();
			});
		}
		if (verdict.code) metrics.refusal(verdict.code);
		applyVerdict(res, verdict);
		next();
	};
}

/**
 * Stores a verdict for the response's headers.
 *
 * @throws AppError `rate_limit_error` when it is a refusal.
 */
export function applyVerdict(res: Response, verdict: Verdict): void {
	exchangeOf(res).verdict = verdict;
	if (verdict.allowed || verdict.code === null) return;
	throw new AppError(
		"rate_limit_error",
		verdict.code,
		`${MESSAGES[verdict.code]} Retry in ${verdict.retryAfterSeconds} s.`,
		{ retryAfterSeconds: verdict.retryAfterSeconds },
	);
}
