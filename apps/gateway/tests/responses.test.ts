import {
	AppError,
	CODES,
	type ErrorCode,
	type ErrorType,
} from "@supportdesk/errors/app-error.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { CODES_OF_AUTH } from "../src/accounts/errors.ts";
import type { Endpoint } from "../src/api/endpoint.ts";
import { ENDPOINTS } from "../src/api/endpoints.ts";
import { statusOf } from "../src/http/error-envelope.ts";
import { openApiDocument } from "../src/openapi/document.ts";
import { readApiDocument } from "./api-document.ts";
import { pathOf } from "./endpoint-paths.ts";
import { rendered } from "./fake-services.ts";
import { type Gateway, startGateway, type TestResponse } from "./gateway.ts";

let gateway: Gateway;
let problemsOf: Awaited<ReturnType<typeof readApiDocument>>;
beforeAll(async () => {
	gateway = await startGateway();
	problemsOf = await readApiDocument(gateway);
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

const send = (endpoint: Endpoint, headers = {}): Promise<TestResponse> =>
	gateway.send(endpoint.method.toUpperCase(), pathOf(endpoint), {
		body:
			(endpoint.body ?? endpoint.rawBody) &&
			endpoint.documentation.requestExample,
		headers: {
			...(endpoint.rawBody && { "Content-Type": endpoint.rawBody }),
			...headers,
		},
	});

/** The failures that the document lists for an endpoint. */
const promised = (() => {
	const document = openApiDocument();
	const paths = document.paths as Record<
		string,
		Record<string, { responses: Record<string, PromisedResponse> }>
	>;
	const examples = document.components!.examples as Record<
		string,
		{ value: { error: { type: ErrorType; code: ErrorCode } } }
	>;
	return (endpoint: Endpoint) => {
		const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
		const { responses } = paths[path]![endpoint.method]!;
		return Object.values(responses)
			.flatMap(({ content }) =>
				Object.keys(content["application/json"]?.examples ?? {}),
			)
			.map((name) => examples[name]!.value.error);
	};
})();

interface PromisedResponse {
	content: { "application/json"?: { examples?: object } };
}

it.each(
	ENDPOINTS.map(
		(endpoint) => [endpoint.documentation.operationId, endpoint] as const,
	),
)("%s responds as documented when it succeeds", async (_name, endpoint) => {
	// A stream does not end by itself.
	const response =
		"stream" in endpoint
			? await gateway.send("HEAD", pathOf(endpoint))
			: await send(endpoint);
	expect(response.status).toBe(endpoint.documentation.status ?? 200);
	expect(problemsOf(endpoint, response)).toEqual([]);
});

const everyFailure = ENDPOINTS.flatMap((endpoint) =>
	promised(endpoint).map(
		({ type, code }) =>
			[endpoint.documentation.operationId, type, code, endpoint] as const,
	),
);

it.each(everyFailure)(
	"%s responds as documented when the service fails with %s %s",
	async (_name, type, code, endpoint) => {
		const waits = [409, 429, 502, 503].includes(statusOf({ type, code }));
		const error = new AppError(type, code, "Said by the test.", {
			param: "a.b",
			retryAfterSeconds: waits && type !== "conflict" ? 2 : undefined,
			details: [
				{ code, message: "Said by the test.", param: "a.b" },
				{ code: "invalid_parameter", message: "And this.", param: null },
			],
		});
		for (const name of SERVICE_METHODS) {
			gateway.services.handle(name, () => {
				throw error;
			});
		}
		const response = await send(endpoint);
		expect(response.status).toBe(statusOf(error));
		expect(response.json.error).toMatchObject({ type, code, param: "a.b" });
		// Only the gateway's own errors have these two headers.
		const own = response.status === 405 ? ["Allow is missing"] : [];
		expect(problemsOf(endpoint, response)).toEqual(own);
	},
);

it("documents every code for at least one endpoint", () => {
	const somewhere = new Set(
		ENDPOINTS.flatMap(promised).map(({ type, code }) => `${type} ${code}`),
	);
	const all = Object.entries(CODES).flatMap(([type, codes]) =>
		codes
			.filter((code) => !CODES_OF_AUTH.includes(code))
			.map((code) => `${type} ${code}`),
	);
	expect([...somewhere].sort()).toEqual(all.sort());
});

it("accepts bodies up to the documented limits, and no more", async () => {
	const { description } = openApiDocument().info;
	const stated = (pattern: RegExp) =>
		Number(pattern.exec(description!)![1]!.replace(",", ""));
	const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
	const keys = (count: number) =>
		`{${Array.from({ length: count }, (_, i) => `"${i}":1`).join()}}`;
	const parts = (count: number) => `[${"1,".repeat(count)}1]`;
	for (const [what, make] of [
		[/nested at\s+most (\d+) deep/, nested],
		[/at most ([\d,]+) keys/, keys],
		[/and ([\d,]+) parts/, parts],
	] as const) {
		const codes = await Promise.all(
			[0, 1].map(async (more) => {
				const body = make(stated(what) + more);
				const { json } = await gateway.send("POST", "/v1/tickets", { body });
				return json.error.code;
			}),
		);
		// At the limit, the body is parsed and fails validation.
		expect(codes).toEqual([
			expect.not.stringContaining("invalid_json"),
			"invalid_json",
		]);
	}
});

it("marks a stored error response as a replay", async () => {
	gateway.services.handle("createTicket", () => {
		throw new AppError("validation_error", "group_not_found", "No.", {
			replayed: true,
		});
	});
	const [, createTicket] = ENDPOINTS;
	const response = await send(createTicket!);
	expect(response.headers.get("idempotent-replayed")).toBe("true");
	expect(problemsOf(createTicket!, response)).toEqual([]);
});

it("reveals nothing of an unexpected error", async () => {
	gateway.services.handle("getTicket", () => {
		throw new Error("password hunter2 at /etc/secret");
	});
	const { status, text } = await gateway.send(
		"GET",
		"/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f",
	);
	expect(status).toBe(500);
	expect(text).not.toContain("hunter2");
	expect(gateway.lines.filter((line) => line.includes("hunter2"))).toHaveLength(
		1,
	);
});

it("responds with 502 within the timeout of a read when a service hangs", async () => {
	gateway.services.handle("getTicket", () => new Promise(() => {}));
	const started = Date.now();
	const { status, json, headers } = await gateway.send(
		"GET",
		"/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f",
	);
	expect([status, json.error.code]).toEqual([502, "upstream_unavailable"]);
	expect(headers.get("retry-after")).toBe("2");
	expect(Date.now() - started).toBeLessThan(8_000);
});

it("returns byte-equal 404s for malformed ids and unknown ids", async () => {
	gateway.services.handle("getTicket", () => {
		throw new AppError(
			"not_found",
			"ticket_not_found",
			"There is no such ticket.",
		);
	});
	const bodies = await Promise.all(
		["tkt_1", "tkt_01kadszz00e2xv0f1b2c3d4e5f"].map(async (id) => {
			const { text, json } = await gateway.send("GET", `/v1/tickets/${id}`);
			return text.replace(json.error.request_id, "");
		}),
	);
	expect(bodies[0]).toBe(bodies[1]);
});

it("sends no header that reveals its software, and sends the usual security headers", async () => {
	const { headers } = await gateway.send("GET", "/v1/tickets");
	expect(headers.get("x-powered-by")).toBeNull();
	expect(headers.get("etag")).toBeNull();
	expect(headers.get("cache-control")).toBe("no-store");
	expect(headers.get("x-content-type-options")).toBe("nosniff");
	expect(headers.get("access-control-allow-origin")).toBeNull();
});

it("passes the bytes of a page on unchanged", async () => {
	const page = '{"data":[],"has_more":false,"next_cursor":null}';
	gateway.services.handle("listGaps", () => ({
		...rendered({}),
		body: Buffer.from(page),
	}));
	expect((await gateway.send("GET", "/v1/knowledge/gaps")).text).toBe(page);
});

const SERVICE_METHODS = [
	...[
		"createTicket",
		"getTicket",
		"listTickets",
		"updateTicket",
		"deleteTicket",
		"restoreTicket",
		"mergeTicket",
		"unmergeTicket",
		"startBulk",
		"getBulk",
		"listBulkResults",
		"cancelBulk",
	],
	...["addTags", "removeTag", "createMessage", "listMessages", "getAttachment"],
	...[
		"getDraft",
		"approveDraft",
		"discardDraft",
		"createArticle",
		"getArticle",
		"listArticles",
	],
	...["updateArticle", "deleteArticle", "archiveArticle", "search", "listGaps"],
	...["createTest", "getTest", "listTests", "updateTest"],
	...["deleteTest", "runTests"],
	...[
		"listEvents",
		"getEvent",
		"findNextEvents",
		"createWebhook",
		"getWebhook",
	],
	...["listWebhooks", "updateWebhook", "deleteWebhook", "rotateWebhook"],
	...["createAgent", "updateAgent", "listGroups", "createGroup", "getGroup"],
	...["updateGroup", "listAttributes", "createAttribute", "getAttribute"],
	...["deleteAttribute", "importTickets", "exportTickets", "getArticleText"],
	...["updateAttribute"],
	...["getAgent", "listAgents", "listContacts", "createContact"],
	...["getContact", "updateContact", "mergeContact", "deleteContact"],
	...["listMailboxes", "createMailbox", "getMailbox"],
	...["getWorkspace", "updateWorkspace"],
	...["createMacro", "getMacro", "listMacros", "updateMacro"],
	...["deleteMacro", "applyMacro"],
	...["updateMailbox", "deleteMailbox", "uploadMail", "getRawMail"],
	...["listQuarantinedMails", "releaseMail", "dropMail"],
	...["countTickets", "getFigures", "listAuditEvents"],
	...[
		"listAccounts",
		"getAccount",
		"changeRole",
		"invite",
		"resetSecondFactor",
		"unlinkProvider",
	],
	...["listKeys", "createKey", "getKey", "updateKey", "revokeKey", "rotateKey"],
	...["testWebhook", "replayWebhook", "listDeliveries", "retryDelivery"],
];
