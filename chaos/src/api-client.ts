export interface Answer {
	readonly status: number;
	// biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of what it asked for.
	readonly body: any;
	readonly ms: number;
}

/** A request without an answer: nobody knows whether it took effect. */
export const NO_ANSWER = 0;
// The gateway answers everything within 30 s; whoever waits longer has lost the connection.
const PATIENCE_MS = 35_000;

export interface ApiClient {
	/** Never throws: a lost connection is the status NO_ANSWER. */
	send(
		method: "GET" | "POST" | "PATCH",
		path: string,
		body?: unknown,
		idempotencyKey?: string,
	): Promise<Answer>;
}

/** Calls the API with one key, each request at the gateway that `chooseUrl` gives. */
export function createApiClient(
	key: string,
	chooseUrl: () => string,
): ApiClient {
	return {
		async send(method, path, body, idempotencyKey) {
			const since = performance.now();
			const elapsed = () => performance.now() - since;
			try {
				const response = await fetch(`${chooseUrl()}${path}`, {
					method,
					headers: {
						Authorization: `Bearer ${key}`,
						"Content-Type": "application/json",
						...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
					},
					body: body === undefined ? undefined : JSON.stringify(body),
					signal: AbortSignal.timeout(PATIENCE_MS),
				});
				const answer = await response.json();
				return { status: response.status, body: answer, ms: elapsed() };
			} catch {
				return { status: NO_ANSWER, body: undefined, ms: elapsed() };
			}
		},
	};
}
