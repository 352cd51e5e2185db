import { createHash } from "node:crypto";

// biome-ignore lint/suspicious/noExplicitAny: resources of every kind, compared unchanged.
export type Json = any;

/** A response of the API. */
export interface Response {
	readonly status: number;
	/** JSON, or for a file the hash of its bytes. */
	readonly body: Json;
	/** The limits of the key, and the type of a file. */
	readonly headers: Readonly<Record<string, string>>;
}

export type Client = ReturnType<typeof createClient>;

const SHOWN_HEADERS = [
	"content-type",
	"content-disposition",
	"idempotent-replayed",
	"x-ratelimit-limit",
	"ratelimit-policy",
	"x-ratelimit-day-limit",
];

/** Calls the API with one key. */
export function createClient(url: string, key: string) {
	async function send(
		method: string,
		path: string,
		body?: unknown,
		idempotencyKey?: string,
	): Promise<Response> {
		const response = await fetch(url + path, {
			method,
			headers: {
				Authorization: `Bearer ${key}`,
				"Content-Type": "application/json",
				...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		const type = response.headers.get("content-type") ?? "";
		return {
			status: response.status,
			body: type.startsWith("application/json")
				? JSON.parse(bytes.toString())
				: createHash("sha256").update(bytes).digest("hex"),
			headers: Object.fromEntries(
				SHOWN_HEADERS.flatMap((name) => {
					const value = response.headers.get(name);
					return value === null ? [] : [[name, value]];
				}),
			),
		};
	}
	/** @throws Error for a response other than 2xx */
	async function expectOk(
		...request: Parameters<typeof send>
	): Promise<Response> {
		const response = await send(...request);
		if (response.status < 200 || response.status > 299) {
			throw new Error(
				`${request[0]} ${request[1]}: ${response.status} ${JSON.stringify(response.body)}`,
			);
		}
		return response;
	}
	return { key, send, expectOk };
}

/** Reads all pages of a list. */
export async function walk(
	client: Client,
	path: string,
	limit: number,
): Promise<{ items: Json[]; pages: Json[] }> {
	const items: Json[] = [];
	const pages: Json[] = [];
	const separator = path.includes("?") ? "&" : "?";
	let next = `${path}${separator}limit=${limit}`;
	for (;;) {
		const { body } = await client.expectOk("GET", next);
		items.push(...body.data);
		pages.push({ path: next, body });
		if (!body.has_more) return { items, pages };
		next = `${path}${separator}limit=${limit}&cursor=${body.next_cursor}`;
	}
}
