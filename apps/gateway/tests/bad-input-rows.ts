import { gzipSync } from "node:zlib";
import { generateApiKey } from "@supportdesk/keys/api-key.ts";
import * as examples from "../src/api/examples.ts";
import type { SendOptions } from "./gateway.ts";

export const T = examples.newTicket;
export const { id } = examples.ticket;
export const TICKET = `/v1/tickets/${id}`;
export const MESSAGES = `${TICKET}/messages`;
export const utf8 = (text: string) => Buffer.from(text);
export const long = (count: number) => "x".repeat(count);

const MIB = 1024 * 1024;
const file = (bytes: number) => ({
	filename: "a.bin",
	content_type: "application/octet-stream",
	data: Buffer.alloc(bytes).toString("base64"),
});

type Row = [
	what: string,
	method: string,
	path: string,
	init: SendOptions,
	status: number,
	code: string,
	param?: string | null,
];

const post = (path: string, body: unknown) => ["POST", path, { body }] as const;
const invalid = [400, "invalid_parameter"] as const;
const missing = [400, "missing_parameter"] as const;

/** The requests that the gateway itself refuses, with the code and the parameter of the error. */
// biome-ignore format: one row per line.
export const rows: Row[] = [
	["no key", "GET", "/v1/nowhere", { key: null }, 401, "missing_api_key"],
	...["Basic dTpw", "Bearer", "Bearer  ", "Bearer a b"].map((value): Row => [value, "GET", "/v1/tickets", { key: null, headers: { Authorization: value } }, 401, "invalid_api_key"]),
	["key in the query", "GET", "/v1/tickets?api_key=x", { key: null }, 401, "missing_api_key"],
	["a token of 10 kB", "GET", "/v1/tickets", { key: long(10_000) }, 401, "invalid_api_key"],
	["an unknown key", "GET", "/v1/tickets", { key: generateApiKey() }, 401, "invalid_api_key"],
	["PUT", "PUT", "/v1/tickets", {}, 405, "method_not_allowed"],
	["GET on search", "GET", "/v1/knowledge/search", {}, 405, "method_not_allowed"],
	["OPTIONS", "OPTIONS", "/v1/tickets", {}, 405, "method_not_allowed"],
	["a path that is not UTF-8", "GET", "/v1/tickets/%E0%A4%A", {}, ...invalid],
	...["%00", "tkt_x%2F..", "tkt_", long(5_000), "TKT_01kadszz00e2xv0f1b2c3d4e5f", "cnt_01kadszz00e2xv0f1b2c3d4e5f"].map((bad): Row => [bad.slice(0, 30), "GET", `/v1/tickets/${bad}`, {}, 404, "ticket_not_found", null]),
	["another case", "GET", "/v1/Tickets", {}, 404, "route_not_found"],
	["a slash too many", "GET", "/v1/tickets/", {}, 404, "route_not_found"],
	["half of a body", ...post("/v1/tickets", '{"subject":'), 400, "invalid_json", null],
	["an empty body", ...post("/v1/tickets", ""), ...missing, "subject"],
	["a list", ...post("/v1/tickets", "[]"), ...invalid, null],
	...["text/plain", "", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/json; charset=bogus", "application/json; charset=utf-16"].map(
		(type): Row => [`type ${type}`, "POST", "/v1/tickets", { body: JSON.stringify(T), headers: { "Content-Type": type } }, 400, "unsupported_media_type"],
	),
	[
		"a gzip bomb",
		"POST",
		"/v1/tickets",
		{
			body: gzipSync(Buffer.alloc(5_000_000, 0x20)),
			headers: { "Content-Encoding": "gzip" },
		},
		413,
		"request_too_large",
	],
	["one byte too many", ...post("/v1/tickets", utf8(`{"subject":"${long(1024 * 1024 - 13)}"}`)), 413, "request_too_large"],
	["broken UTF-8 in a text", ...post("/v1/tickets", Buffer.concat([utf8('{"subject":"'), Buffer.from([0xff, 0xfe]), utf8('"}')])), 400, "invalid_json"],
	...["1e400", "9007199254740993"].map((number): Row => [number, ...post("/v1/tickets", `{"custom_attributes":{"n":${number}}}`), ...invalid, "custom_attributes.n"]),
	["NaN", ...post("/v1/tickets", '{"a":NaN}'), 400, "invalid_json"],
	["attributes []", ...post("/v1/tickets", { ...T, custom_attributes: [] }), ...invalid, "custom_attributes"],
	["attributes text", ...post("/v1/tickets", { ...T, custom_attributes: "x" }), ...invalid, "custom_attributes"],
	[
		"101 attributes",
		...post("/v1/tickets", {
			...T,
			custom_attributes: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, 1])),
		}),
		...invalid,
		"custom_attributes",
	],
	[
		"1,001 keys",
		...post("/v1/tickets", {
			...T,
			custom_attributes: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`k${i}`, 1])),
		}),
		400,
		"invalid_json",
	],
	["no subject", ...post("/v1/tickets", { ...T, subject: undefined }), ...missing, "subject"],
	...[null, 5].map((subject): Row => [`subject ${subject}`, ...post("/v1/tickets", { ...T, subject }), ...invalid, "subject"]),
	...["", "   "].map((subject): Row => ["blank subject", ...post("/v1/tickets", { ...T, subject }), ...missing, "subject"]),
	["a subject of 256", ...post("/v1/tickets", { ...T, subject: long(256) }), ...invalid, "subject"],
	["NUL in the subject", ...post("/v1/tickets", { ...T, subject: "a\0b" }), ...invalid, "subject"],
	["an attribute key of 900 kB", ...post("/v1/tickets", { ...T, custom_attributes: { [long(900_000)]: long(2_001) } }), ...invalid, `custom_attributes.${long(181)}…`],
	["an unknown field of 900 kB", ...post("/v1/tickets", { ...T, [long(900_000)]: 1 }), 400, "unknown_parameter", `${long(199)}…`],
	["NUL behind a key of 900 kB", ...post("/v1/tickets", { ...T, [long(900_000)]: "\0" }), ...invalid, `${long(199)}…`],
	["a query parameter of 9 kB", "GET", `/v1/tickets?${long(9_000)}=1&${long(9_000).slice(4_000)}`, {}, 400, "unknown_parameter", `${long(199)}…`],
	["newline in the subject", ...post("/v1/tickets", { ...T, subject: "a\nb" }), ...invalid, "subject"],
	["half of a pair", ...post("/v1/tickets", '{"body":"\\ud800"}'), ...invalid, "body"],
	["NUL in a key", ...post("/v1/tickets", '{"custom_attributes":{"a\\u0000":1}}'), ...invalid, "custom_attributes"],
	["a body of 100,001", ...post("/v1/tickets", { ...T, body: long(100_001) }), ...invalid, "body"],
	...[undefined, null, [], "a@b.co", {}].map((contact): Row => [`contact ${JSON.stringify(contact)}`, ...post("/v1/tickets", { ...T, contact }), ...missing, "contact.email"]),
	["an address of 321", ...post("/v1/tickets", { ...T, contact: { email: `a@${long(319)}` } }), ...invalid, "contact.email"],
	...["local-part@", "a@localhost", "a b@c.co"].map((email): Row => [`the address ${email}`, ...post("/v1/tickets", { ...T, contact: { email } }), ...invalid, "contact.email"]),
	["a name that is written backwards", ...post("/v1/tickets", { ...T, contact: { ...T.contact, name: "\u202eAda" } }), ...invalid, "contact.name"],
	[
		"a name of 10 kB",
		...post("/v1/tickets", {
			...T,
			contact: { ...T.contact, name: long(10_000) },
		}),
		...invalid,
		"contact.name",
	],
	["a name with CR/LF", ...post("/v1/tickets", { ...T, contact: { ...T.contact, name: "a\r\nb" } }), ...invalid, "contact.name"],
	...["critical", ["high"], {}].map((priority): Row => [`priority ${priority}`, ...post("/v1/tickets", { ...T, priority }), ...invalid, "priority"]),
	["an assignee that is no agent", ...post("/v1/tickets", { ...T, assignee_id: id }), ...invalid, "assignee_id"],
	["tags vip", ...post("/v1/tickets", { ...T, tags: "vip" }), ...invalid, "tags"],
	...[null, 1].map((tag): Row => [`tags [${tag}]`, ...post("/v1/tickets", { ...T, tags: [tag] }), ...invalid, "tags.0"]),
	["an empty tag", ...post("/v1/tickets", { ...T, tags: [""] }), ...missing, "tags.0"],
	[
		"51 tags",
		...post("/v1/tickets", {
			...T,
			tags: Array.from({ length: 51 }, (_, i) => `t${i}`),
		}),
		...invalid,
		"tags",
	],
	...[65, 12_000].map((count): Row => [`a tag of ${count}`, ...post("/v1/tickets", { ...T, tags: [long(count)] }), ...invalid, "tags.0"]),
	["a tag that is not UTF-8", "DELETE", `${TICKET}/tags/%ff`, {}, ...invalid],
	["a tag with NUL", "DELETE", `${TICKET}/tags/%00`, {}, ...invalid, "tag"],
	...["archived", "all", null, "OPEN"].map((status): Row => [`status ${status}`, "PATCH", TICKET, { body: { status } }, ...invalid, "status"]),
	...["id", "workspace_id", "ai", "created_at"].map((name): Row => [name, "PATCH", TICKET, { body: { [name]: "x" } }, 400, "unknown_parameter", name]),
	...["0", "-1", "101", "1.5", "1e2", "abc", "", "1e20", "%20", "01"].map((limit): Row => [`limit ${limit}`, "GET", `/v1/tickets?limit=${limit}`, {}, ...invalid, "limit"]),
	...["", "%00", "a b"].map((cursor): Row => [`cursor ${cursor}`, "GET", `/v1/tickets?cursor=${cursor}`, {}, 400, "invalid_cursor", "cursor"]),
	...["password:asc", "created_at:up", "created_at;x", ":", ""].map((sort): Row => [`sort ${sort}`, "GET", `/v1/tickets?sort=${sort}`, {}, 400, "invalid_sort", "sort"]),
	["a raw plus", "GET", "/v1/tickets?created_after=2026-01-01T00:00:00+02:00", {}, ...invalid, "created_after"],
	...["yesterday", "infinity", "2026-02-30", "0000-01-01", "275760-01-01", "300000-01-01"].map((date): Row => [date, "GET", `/v1/tickets?created_before=${date}`, {}, ...invalid, "created_before"]),
	...["%ff%zz", "%"].map((tag): Row => [`tag ${tag}`, "GET", `/v1/tickets?tag=${tag}`, {}, ...invalid, "tag"]),
	...["usr_1", "cnt_1", "local-part@", ""].map((contact): Row => [`the contact ${contact}`, "GET", `/v1/tickets?contact=${contact}`, {}, ...invalid, "contact"]),
	["an intent of 5 kB", "GET", `/v1/tickets?ai_intent=${long(5_000)}`, {}, ...invalid, "ai_intent"],
	[
		"a contact's id as author",
		...post(MESSAGES, {
			body: "a",
			type: "note",
			author_id: "cnt_01kadszz00e2xv0f1b2c3d4e5f",
		}),
		...invalid,
		"author_id",
	],
	["attachments {}", ...post(MESSAGES, { body: "a", type: "note", attachments: {} }), 400, "invalid_attachment", "attachments"],
	["attachments [{}]", ...post(MESSAGES, { body: "a", type: "note", attachments: [{}] }), ...missing, "attachments.0.filename"],
	[
		"11 attachments",
		...post(MESSAGES, {
			body: "a",
			type: "note",
			attachments: Array(11).fill({
				filename: "a",
				content_type: "a/b",
				data: "",
			}),
		}),
		400,
		"invalid_attachment",
		"attachments",
	],
	["a file of more than 10 MiB", ...post(MESSAGES, { body: "a", type: "note", attachments: [file(10 * MIB + 1)] }), 413, "request_too_large", "attachments.0.data"],
	["files of more than 20 MiB together", ...post(MESSAGES, { body: "a", type: "note", attachments: [file(10 * MIB), file(10 * MIB), file(1)] }), 413, "request_too_large", "attachments"],
	["a file that is too large and no body", ...post(MESSAGES, { type: "note", attachments: [file(10 * MIB + 1)] }), 413, "request_too_large", "attachments.0.data"],
	...["a", "a===", "YQ", "YR==", "Y_==", "Y Q="].map(
		(data): Row => [
			`data ${data}`,
			...post(MESSAGES, {
				body: "a",
				type: "note",
				attachments: [{ filename: "a", content_type: "a/b", data }],
			}),
			400,
			"invalid_attachment",
			"attachments.0.data",
		],
	),
	[
		"a type with CR/LF",
		...post(MESSAGES, {
			body: "a",
			type: "note",
			attachments: [{ filename: "a", content_type: "a\r\nb\0", data: "" }],
		}),
		...invalid,
	],
	...["", "   "].map((query): Row => ["a blank query", ...post("/v1/knowledge/search", { query }), ...missing, "query"]),
	...[long(10_001), `a${"\n".repeat(10_000)}b`, "a\rb", "a\vb", 5].map((query): Row => ["a query too long or no text", ...post("/v1/knowledge/search", { query }), ...invalid, "query"]),
	...[0, -1, 1.5, "5", 101, null].map((top_k): Row => [`top_k ${top_k}`, ...post("/v1/knowledge/search", { query: "a", top_k }), ...invalid, "top_k"]),
	...["", long(256), "a b", "é"].map((key): Row => [`key ${key.slice(0, 5)}`, "POST", "/v1/tickets", { body: T, headers: { "Idempotency-Key": key } }, 400, "invalid_idempotency_key", "Idempotency-Key"]),
	["a parameter twice", "GET", "/v1/tickets?limit=1&limit=2", {}, ...invalid, "limit"],
	["an unknown filter", "GET", "/v1/tickets?stauts=open", {}, 400, "unknown_parameter", "stauts"],
	["a filter on one thing", "GET", `${TICKET}?status=open`, {}, 400, "unknown_parameter", "status"],
	["an unknown field", ...post("/v1/tickets", { ...T, contact: { ...T.contact, phone: "1" } }), 400, "unknown_parameter", "contact.phone"],
	["33 levels", ...post("/v1/tickets", "[".repeat(33)), 400, "invalid_json"],
	["40,000 levels", ...post("/v1/tickets", "[".repeat(40_000)), 400, "invalid_json"],
	// The table of bad inputs would ignore this field; the contract takes precedence and refuses every unknown one.
	["a field __proto__", "POST", "/v1/tickets", { body: `{"__proto__":{"admin":1},${JSON.stringify(T).slice(1)}` }, 400, "unknown_parameter", "__proto__"],
];
