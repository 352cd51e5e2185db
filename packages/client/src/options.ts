import type { LastResponse } from "./rate-limit.ts";

/** The headers of each request, or what creates them. */
export type HeaderSource =
	| Readonly<Record<string, string>>
	| ((request: {
			readonly method: string;
			readonly url: string;
	  }) =>
			| Readonly<Record<string, string>>
			| Promise<Readonly<Record<string, string>>>);

export interface DeskOptions {
	/** The address of the installation, `https://desk.example.com`. Empty on a page that the installation serves. */
	readonly baseUrl: string;
	/** Left out where cookies say who sends the request. */
	readonly apiKey?: string | undefined;
	/** Further headers, as a CSRF token. */
	readonly headers?: HeaderSource | undefined;
	/** For cookies, in a browser. */
	readonly credentials?: "omit" | "same-origin" | "include" | undefined;
	/** Used in place of the platform's. */
	readonly fetch?:
		| ((url: string, init: RequestInit) => Promise<Response>)
		| undefined;
	/** The longest time that one attempt takes. */
	readonly timeoutMs?: number | undefined;
	/** The longest time that a request takes with all its retries; 0 for no retries. */
	readonly totalTimeoutMs?: number | undefined;
	/** Called with every response. */
	readonly onResponse?: ((response: LastResponse) => void) | undefined;
}

export interface RequestOptions {
	readonly signal?: AbortSignal | undefined;
	readonly timeoutMs?: number | undefined;
	readonly totalTimeoutMs?: number | undefined;
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Of a POST; all retries share it. A random one by default. */
	readonly idempotencyKey?: string | undefined;
}
