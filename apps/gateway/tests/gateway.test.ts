import { hash, randomBytes } from "node:crypto";
import type { UploadMessagePart } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { CallFailure } from "@supportdesk/rpc/call-failure.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as examples from "../src/api/examples.ts";
import { rendered } from "./fake-services.ts";
import { type Gateway, startGateway } from "./gateway.ts";

/** The status of gRPC. */
const UNIMPLEMENTED = 12;

type UploadParts = AsyncIterable<UploadMessagePart>;

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

it("returns a created ticket unchanged, with its Location", async () => {
	const { custom_attributes } = examples.ticket;
	const { status, text, headers } = await gateway.send("POST", "/v1/tickets", {
		body: { ...examples.newTicket, custom_attributes },
	});
	expect(status).toBe(201);
	expect(text).toBe(JSON.stringify(examples.ticket));
	expect(headers.get("content-type")).toBe("application/json");
	expect(headers.get("location")).toBe(`/v1/tickets/${examples.ticket.id}`);
	const [call] = gateway.services.calls;
	expect(call!.request).toEqual({
		subject: "Where is my refund?",
		body: examples.newTicket.body,
		contactEmail: "ada@example.com",
		contactId: undefined,
		contactName: "Ada",
		channel: "api",
		priority: "normal",
		assigneeId: undefined,
		groupId: undefined,
		tags: ["refunds"],
		customAttributesJson: JSON.stringify(custom_attributes),
		externalId: undefined,
		upsert: false,
		givesPriority: false,
		givesTags: true,
		idempotency: undefined,
	});
	expect(call!.context.workspaceId).toBe(gateway.database.workspaceId);
	expect(call!.context.requestId).toBe(headers.get("x-request-id"));
});

it.each([
	["status=open&tag=a%20b&limit=2", "status=open&tag=a+b&limit=2"],
	["tag=why?&limit=2", "tag=why%3F&limit=2"],
])(
	"links the next page with the filters of this one, %s",
	async (query, next) => {
		const { headers } = await gateway.send(
			"GET",
			`/v1/tickets?${query}&cursor=b2xk`,
		);
		expect(headers.get("link")).toBe(
			`</v1/tickets?${next}&cursor=bmV4dA>; rel="next"`,
		);
	},
);

it("passes the filters on to the service", async () => {
	await gateway.send(
		"GET",
		"/v1/conversations?status=all&assignee=unassigned&created_after=2026-01-31&sort=priority:asc",
	);
	expect(gateway.services.calls[0]!.request).toEqual({
		view: 2,
		page: { limit: 25, cursor: "", sort: "priority:asc" },
		filter: {
			status: undefined,
			assignee: "unassigned",
			createdAfter: "2026-01-31T00:00:00.000Z",
		},
	});
});

it("distinguishes null from absent in a change", async () => {
	await gateway.send("PATCH", `/v1/tickets/${examples.ticket.id}`, {
		body: { assignee_id: null },
	});
	const { request } = gateway.services.calls[0]!;
	expect(request.assigneeId).toBe("");
	expect(request.groupId).toBeUndefined();
});

it("serves an attachment as a download", async () => {
	const { status, headers, text } = await gateway.send(
		"GET",
		`/v1/tickets/${examples.ticket.id}/messages/${examples.message.id}/attachments/att_01kadszz00e2xv0f1b2c3d4e5f`,
	);
	expect([status, text]).toEqual([200, "<script>"]);
	expect(headers.get("content-type")).toBe("application/octet-stream");
	expect(headers.get("x-content-type-options")).toBe("nosniff");
	expect(headers.get("content-security-policy")).toContain("sandbox");
	expect(headers.get("content-disposition")).toBe(
		`attachment; filename="gr__e.html"; filename*=UTF-8''gr%C3%B6%C3%9Fe.html`,
	);
});

it("responds to HEAD like GET, without the body", async () => {
	const path = `/v1/tickets/${examples.ticket.id}`;
	const { status, headers, text } = await gateway.send("HEAD", path);
	expect([status, text]).toEqual([200, ""]);
	expect(headers.get("content-length")).toBe(
		String(JSON.stringify(examples.ticket).length),
	);
});

it("decodes attachments", async () => {
	await gateway.send("POST", `/v1/tickets/${examples.ticket.id}/messages`, {
		body: {
			body: "see file",
			type: "outbound",
			attachments: [
				{ filename: "a.txt", content_type: "text/plain", data: "aGVsbG8=" },
			],
		},
	});
	expect(gateway.services.calls[0]!.request.attachments).toEqual([
		{
			filename: "a.txt",
			contentType: "text/plain",
			data: Buffer.from("hello"),
		},
	]);
});

// A thread parses such a body and decodes its files.
it("passes large attachments on byte for byte, under the fingerprint of their text", async () => {
	const files = [2, 3].map((mib) => randomBytes(mib * 1024 * 1024 + 1));
	const received: Buffer[] = [];
	let fingerprint: string | undefined;
	gateway.services.handle("uploadMessage", async (parts) => {
		for await (const { message, data } of parts as never as UploadParts) {
			fingerprint ??= message?.idempotency?.fingerprint;
			received.push(data);
		}
		return rendered(examples.reply, { status: 201 });
	});
	const texts = files.map((file) => file.toString("base64"));
	const attachments = texts.map((data, i) => ({
		content_type: "image/png",
		data,
		filename: `${i}.png`,
	}));
	const path = `/v1/tickets/${examples.ticket.id}/messages`;
	const { status } = await gateway.send("POST", path, {
		body: { type: "note", body: "two", attachments },
		headers: { "Idempotency-Key": "k-files" },
	});
	expect(status).toBe(201);
	expect(Buffer.concat(received).equals(Buffer.concat(files))).toBe(true);
	const canonical = JSON.stringify({ attachments, body: "two", type: "note" });
	expect(fingerprint).toBe(hash("sha256", canonical));
});

it("refuses large attachments that are not base64, or too large", async () => {
	const path = `/v1/tickets/${examples.ticket.id}/messages`;
	const text = Buffer.alloc(5 * 1024 * 1024).toString("base64");
	for (const [data, status] of [
		[`${text}!`, 400],
		[text + text + text, 413],
	] as const) {
		const file = { filename: "a", content_type: "image/png", data };
		const response = await gateway.send("POST", path, {
			body: { type: "note", body: "two", attachments: [file] },
		});
		expect([response.status, response.json.error.param]).toEqual([
			status,
			"attachments.0.data",
		]);
	}
});

it("gives equivalent requests the same fingerprint", async () => {
	const headers = { "Idempotency-Key": "k-1" };
	const bodies = [
		'{"subject":"a","body":"b","contact":{"email":"a@b.co"}}',
		'{ "contact" : {"email":"a@b.co"}, "body":"b",\n"subject":"a", "channel":"api","tags":[] }',
		'{"subject":"a","body":"c","contact":{"email":"a@b.co"}}',
	];
	for (const body of bodies) {
		await gateway.send("POST", "/v1/tickets", { body, headers });
	}
	const [first, second, third] = gateway.services.calls.map(
		({ request }) =>
			request.idempotency as { key: string; fingerprint: string },
	);
	expect(first).toEqual(second);
	expect(first!.key).toBe("k-1");
	expect(first!.fingerprint).toMatch(/^[0-9a-f]{64}$/);
	expect(third!.fingerprint).not.toBe(first!.fingerprint);
});

it("marks a replayed response", async () => {
	gateway.services.handle("createTicket", () =>
		rendered(examples.ticket, { status: 201, replayed: true }),
	);
	const { headers } = await gateway.send("POST", "/v1/tickets", {
		body: examples.newTicket,
	});
	expect(headers.get("idempotent-replayed")).toBe("true");
});

it("counts no gaps while the knowledge service is of a version without that call", async () => {
	const cause = new CallFailure({
		...{ code: UNIMPLEMENTED, message: "", details: Buffer.alloc(0) },
	});
	gateway.services.handle("countGaps", () => {
		throw new AppError("api_error", "internal_error", "failed", { cause });
	});
	const { text } = await gateway.send("GET", "/v1/figures");
	expect(JSON.parse(text)).toMatchObject({ created: 12, gaps: null });
});

it("aborts the service's call when the client disconnects", async () => {
	const started = Promise.withResolvers<void>();
	const aborted = Promise.withResolvers<void>();
	gateway.services.handle("getTicket", (_request, { signal }) => {
		started.resolve();
		signal.addEventListener("abort", () => aborted.resolve());
		return new Promise(() => {});
	});
	const client = new AbortController();
	const response = gateway.send("GET", `/v1/tickets/${examples.ticket.id}`, {
		signal: client.signal,
	});
	await started.promise;
	client.abort();
	await expect(response).rejects.toThrow();
	await aborted.promise;
});

it("reports its health and readiness, and serves its document without a key", async () => {
	for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs"]) {
		const { status } = await gateway.send("GET", path, { key: null });
		expect([path, status]).toEqual([path, 200]);
	}
});
