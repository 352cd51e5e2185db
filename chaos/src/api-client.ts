export interface ApiResponse {
	readonly status: number;
	// biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of the response it requested.
	readonly body: any;
	readonly ms: number;
}

/** A request without a response: it is unknown whether it took effect. */
export const NO_RESPONSE = 0;
// The gateway responds within 30 s; a client that waits longer has lost the connection.
const RESPONSE_TIMEOUT_MS = 35_000;

export interface ApiClient {
	/** Never throws: a lost connection is the status NO_RESPONSE. */
	send(
		method: "GET" | "POST" | "PATCH",
		path: string,
		body?: unknown,
		idempotencyKey?: string,
	): Promise<ApiResponse>;
}

/** Calls the API with one key, each request at the gateway that `chooseUrl` returns. */
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
					signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
				});
				const json = await response.json();
				return { status: response.status, body: json, ms: elapsed() };
			} catch {
				return { status: NO_RESPONSE, body: undefined, ms: elapsed() };
			}
		},
	};
}
