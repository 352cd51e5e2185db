import { check } from "k6";
import http, { type RefinedResponse } from "k6/http";

/** The parameters that the run passes to every scenario through the environment. */
export const URLS: readonly string[] = JSON.parse(__ENV.URLS!);
export const KEYS: Readonly<Record<string, string>> = JSON.parse(__ENV.KEYS!);
export const TICKET_IDS: readonly string[] = JSON.parse(
	open(__ENV.TICKET_IDS!),
);
export const SECONDS = Number(__ENV.SECONDS);
export const RATE = Number(__ENV.RATE);

// 429 is an expected response, not a failure.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 429));

export const pick = <T>(items: readonly T[]): T =>
	items[Math.floor(Math.random() * items.length)]!;

interface Request {
	/** The kind in the thresholds: read, create, reply, search, approve. */
	readonly kind: string;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly body?: unknown;
	readonly key: string;
	readonly tags?: Record<string, string>;
}

/** Sends one request to a random gateway. */
export function send({
	kind,
	method,
	path,
	body,
	key,
	tags,
}: Request): RefinedResponse<"text"> {
	const response = http.request(
		method,
		`${pick(URLS)}${path}`,
		body === undefined ? null : JSON.stringify(body),
		{
			headers: {
				Authorization: `Bearer ${key}`,
				"Content-Type": "application/json",
			},
			responseType: "text",
			// One name for each kind: a name for every ticket would make a time series for every ticket.
			tags: { kind, name: kind, ...tags },
		},
	);
	check(response, { "no 5xx": ({ status }) => status > 0 && status < 500 });
	return response;
}
