/** Sends a request with an API key, its body as JSON. */
export function sendRequest(
	key: string,
	method: string,
	url: string,
	body?: unknown,
): Promise<Response> {
	return fetch(url, {
		method,
		headers: {
			Authorization: `Bearer ${key}`,
			"Content-Type": "application/json",
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});
}
