/** A browser's requests: they carry the cookie of the session, and its CSRF token. */
export function createBrowser(url: string) {
	let cookie: string | undefined;
	let csrfToken: string | undefined;

	function raw(method: string, path: string, json?: unknown) {
		return fetch(url + path, {
			method,
			headers: {
				"Sec-Fetch-Site": "same-origin",
				...(cookie && { Cookie: cookie }),
				...(csrfToken && { "X-CSRF-Token": csrfToken }),
				...(json !== undefined && { "Content-Type": "application/json" }),
			},
			body: json === undefined ? undefined : JSON.stringify(json),
		});
	}
	async function send(method: string, path: string, json?: unknown) {
		const response = await raw(method, path, json);
		const [set] = response.headers.getSetCookie();
		if (set) cookie = set.slice(0, set.indexOf(";"));
		// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
		const body = (await response.json()) as any;
		csrfToken = body.csrf_token ?? csrfToken;
		return { status: response.status, body };
	}
	return {
		raw,
		get: (path: string) => send("GET", path),
		post: (path: string, json?: unknown) => send("POST", path, json),
		patch: (path: string, json: unknown) => send("PATCH", path, json),
	};
}
