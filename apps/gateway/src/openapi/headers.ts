import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";

function header(
	description: string,
	type: "string" | "integer",
	example: string | number,
	required = true,
) {
	return { description, required, schema: { type }, example } as const;
}

/** Every response header; the document contains each once and refers to it. */
export const HEADERS = {
	"X-Request-Id": header(
		"Identifies this request; equals `error.request_id`.",
		"string",
		"req_01kadszz00e2xv0f1b2c3d4e5f",
	),
	"SupportDesk-Version": header(
		"The dated version of the API that the request was served in; absent where no key is known.",
		"string",
		LATEST_API_VERSION,
		false,
	),
	"X-RateLimit-Limit": header("Ceiling per minute.", "integer", 60),
	"X-RateLimit-Remaining": header(
		"Requests left in the current window, this one counted.",
		"integer",
		59,
	),
	"X-RateLimit-Reset": header(
		"When the window ends, Unix seconds.",
		"integer",
		1_795_253_400,
	),
	"X-RateLimit-Burst-Remaining": header(
		"Requests left in the 10-second window.",
		"integer",
		119,
	),
	"X-RateLimit-Day-Limit": header(
		"Ceiling per UTC day; absent when there is none.",
		"integer",
		10_000,
		false,
	),
	"X-RateLimit-Day-Remaining": header(
		"Requests left today; absent when there is no daily ceiling.",
		"integer",
		9_999,
		false,
	),
	"X-RateLimit-Day-Reset": header(
		"When the day ends, Unix seconds.",
		"integer",
		1_795_305_600,
		false,
	),
	RateLimit: header(
		"The remaining quota of each limit (draft-ietf-httpapi-ratelimit-headers).",
		"string",
		'"minute";r=59;t=60, "burst";r=119;t=10, "day";r=9999;t=52200, "concurrent";r=9',
	),
	"RateLimit-Policy": header(
		"The limits themselves (draft-ietf-httpapi-ratelimit-headers).",
		"string",
		'"minute";q=60;w=60, "burst";q=120;w=10, "day";q=10000;w=86400, "concurrent";q=10;qu="concurrent-requests"',
	),
	"Retry-After": header("Seconds to wait before a retry.", "integer", 2),
	"WWW-Authenticate": header("Always `Bearer`.", "string", "Bearer"),
	Allow: header("The methods that are supported here.", "string", "GET, HEAD"),
	Location: header(
		"Path of the new resource.",
		"string",
		"/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f",
	),
	Link: header(
		'The next page, `rel="next"`; absent on the last one.',
		"string",
		'</v1/tickets?cursor=AbC>; rel="next"',
		false,
	),
	"Idempotent-Replayed": header(
		"`true` when the response repeats that of an earlier request with the same idempotency key.",
		"string",
		"true",
		false,
	),
};

export type HeaderName = keyof typeof HEADERS;

/** The headers of every response under /v1. */
export const COMMON_HEADERS = [
	"X-Request-Id",
	"SupportDesk-Version",
	"X-RateLimit-Limit",
	"X-RateLimit-Remaining",
	"X-RateLimit-Reset",
	"X-RateLimit-Burst-Remaining",
	"X-RateLimit-Day-Limit",
	"X-RateLimit-Day-Remaining",
	"X-RateLimit-Day-Reset",
	"RateLimit",
	"RateLimit-Policy",
] as const satisfies readonly HeaderName[];

/** The `headers` of a response. */
export function headersOf(names: readonly HeaderName[]) {
	return Object.fromEntries(
		names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
	);
}
