import type { Verdict } from "@supportdesk/limits/verdict.ts";
import type { Response } from "express";
import type { ApiKey } from "../keys/api-key.ts";

/** What is known of one request while it is answered. Every later step adds what it finds out. */
export interface Exchange {
	/** `req_…`; always made here. */
	readonly requestId: string;
	/** Monotonic milliseconds. */
	readonly startedMs: number;
	/** Epoch milliseconds. */
	readonly deadline: number;
	/** Aborted when the client goes away before it has its answer. */
	readonly abort: AbortController;
	/** The endpoint's path as it is declared; what logs and metrics may show of a path. */
	route: string;
	key: ApiKey | undefined;
	verdict: Verdict | undefined;
	errorCode: string | undefined;
	/** The methods that a path has, for the answer to another one. */
	allow: string | undefined;
	/** The service's call, while it runs. */
	work: Promise<unknown> | undefined;
	/** What waits for the response to be closed; undefined once it is. */
	closing: (() => void)[] | undefined;
}

/** The exchange that a response belongs to. */
export function exchangeOf(res: Response): Exchange {
	return res.locals.exchange as Exchange;
}

/** Calls back once the response has been sent or its connection is gone. */
export function whenClosed(res: Response, callback: () => void): void {
	const { closing } = exchangeOf(res);
	if (closing) closing.push(callback);
	else callback();
}
