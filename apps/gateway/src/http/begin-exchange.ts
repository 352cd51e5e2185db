import { newId } from "@supportdesk/ids/ids.ts";
import type { RequestHandler } from "express";
import { type Exchange, endExchange } from "./exchange.ts";

// The deadline of a request's service calls.
export const REQUEST_MS_MAX = 30_000;

/** Gives every request its id, which the response, the gateway's logs and the services' logs contain. */
export function beginExchange(): RequestHandler {
	return (_req, res, next) => {
		const now = Date.now();
		const exchange: Exchange = {
			requestId: newId("req", now),
			startedMs: performance.now(),
			deadline: now + REQUEST_MS_MAX,
			abort: new AbortController(),
			route: "unmatched",
			key: undefined,
			keyHash: undefined,
			secret: undefined,
			apiVersion: undefined,
			verdict: undefined,
			errorCode: undefined,
			allow: undefined,
			work: undefined,
			closing: [],
		};
		res.locals.exchange = exchange;
		res.once("close", () => {
			if (!res.writableFinished) exchange.abort.abort();
			endExchange(res);
		});
		next();
	};
}
