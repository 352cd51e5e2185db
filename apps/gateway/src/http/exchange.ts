import type { ApiVersion } from "@supportdesk/keys/api-versions.ts";
import type { Verdict } from "@supportdesk/limits/verdict.ts";
import type { Response } from "express";
import type { ApiKey } from "../keys/api-key.ts";

/** The state of one request and its response. Each middleware adds its results. */
export interface Exchange {
	/** `req_…`; always generated here. */
	readonly requestId: string;
	/** Monotonic milliseconds. */
	readonly startedMs: number;
	/** Epoch milliseconds. */
	readonly deadline: number;
	/** Aborted when the client disconnects before the response is sent. */
	readonly abort: AbortController;
	/** The endpoint's declared path, which logs and metrics show instead of the request's path. */
	route: string;
	key: ApiKey | undefined;
	/** SHA-256 of the key, to find it again. */
	keyHash: string | undefined;
	/** The key itself, as the request presents it. */
	secret: string | undefined;
	/** The version of the response: the key's until the request's is known. */
	apiVersion: ApiVersion | undefined;
	verdict: Verdict | undefined;
	errorCode: string | undefined;
	/** The methods of the path, for the `Allow` header. */
	allow: string | undefined;
	/** The service's call, while it runs. */
	work: Promise<unknown> | undefined;
	/** Callbacks for the close of the response; undefined after it. */
	closing: (() => void)[] | undefined;
}

/** The exchange of a response. */
export function exchangeOf(res: Response): Exchange {
	return res.locals.exchange as Exchange;
}

/** Calls back when the response has been sent or its connection is closed. */
export function whenClosed(res: Response, callback: () => void): void {
	const { closing } = exchangeOf(res);
	if (closing) closing.push(callback);
	else callback();
}

/** Ends everything that is counted for a request. A stream does so when it begins, all others when they are closed. */
export function endExchange(res: Response): void {
	const exchange = exchangeOf(res);
	const { closing = [] } = exchange;
	exchange.closing = undefined;
	for (const callback of closing) callback();
}
