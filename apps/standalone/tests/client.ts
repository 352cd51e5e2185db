import { expect } from "vitest";

/** A response: status, headers and the JSON of the body. */
export interface ApiResponse {
	readonly status: number;
	readonly headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
	readonly body: any;
	readonly text: string;
}

export type Query = Readonly<Record<string, string | number>>;

/** A client of the API as a customer would write one. */
export interface Client {
	get(
		path: string,
		query?: Query,
		headers?: Record<string, string>,
	): Promise<ApiResponse>;
	post(
		path: string,
		body?: unknown,
		headers?: Record<string, string>,
	): Promise<ApiResponse>;
	put(path: string, body: unknown): Promise<ApiResponse>;
	patch(
		path: string,
		body: unknown,
		headers?: Record<string, string>,
	): Promise<ApiResponse>;
	delete(path: string): Promise<ApiResponse>;
}

/** A client with this key; without one it sends no Authorization header. */
export function createClient(baseUrl: string, key?: string): Client {
	const send = async (
		method: string,
		path: string,
		body: unknown,
		headers: Record<string, string> = {},
	): Promise<ApiResponse> => {
		const all = new Headers(headers);
		if (key !== undefined) all.set("authorization", `Bearer ${key}`);
		if (body !== undefined) all.set("content-type", "application/json");
		const response = await fetch(baseUrl + path, {
			method,
			headers: all,
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		const isJson = response.headers
			.get("content-type")
			?.startsWith("application/json");
		return {
			status: response.status,
			headers: response.headers,
			body: isJson ? JSON.parse(text) : undefined,
			text,
		};
	};
	return {
		get: (path, query = {}, headers) => {
			const search = new URLSearchParams(
				Object.entries(query).map(([name, value]) => [name, String(value)]),
			).toString();
			return send(
				"GET",
				search === "" ? path : `${path}?${search}`,
				undefined,
				headers,
			);
		},
		post: (path, body, headers) => send("POST", path, body, headers),
		put: (path, body) => send("PUT", path, body),
		patch: (path, body, headers) => send("PATCH", path, body, headers),
		delete: (path) => send("DELETE", path, undefined),
	};
}

/** The required form of every error response. */
export function expectedError(
	type: string,
	code: string,
	param: string | null = null,
): object {
	return {
		error: {
			type,
			code,
			param,
			message: expect.any(String),
			request_id: expect.stringMatching(/^req_[0-9a-z]{26}$/),
		},
	};
}
