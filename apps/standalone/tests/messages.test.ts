import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

describe.each(TRANSPORTS)("messages over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;
	let ticket: { id: string; contact: { email: string } };

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
		const { body } = await api.post("/v1/tickets", {
			subject: "Broken lamp",
			body: "It flickers.",
			contact: { email: "dee@example.com", name: "Dee" },
		});
		ticket = body;
	});
	afterAll(() => product.stop());

	const path = (suffix = "") => `/v1/tickets/${ticket.id}/messages${suffix}`;

	it("sends a reply as the key's owner and clears waiting_since", async () => {
		const answer = await api.post(path(), { body: "On it.", type: "outbound" });
		expect(answer.status).toBe(201);
		expect(answer.body).toEqual({
			id: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
			ticket_id: ticket.id,
			type: "outbound",
			body: "On it.",
			body_text: "On it.",
			body_format: "text",
			author: { type: "agent", ...workspace.agents[0] },
			attachments: [],
			ai_generated: false,
			status: "queued",
			attempts: 0,
			error: null,
			created_at: expect.any(String),
		});
		expect(answer.headers.get("location")).toBe(path(`#${answer.body.id}`));
		const { body } = await api.get(`/v1/conversations/${ticket.id}`);
		expect(body.waiting_since).toBeNull();
		const mail = await product.nextMail(answer.body.id);
		expect(mail.to).toBe("dee@example.com");
		expect(mail.text).toContain("On it.");
	});

	it("never mails a note", async () => {
		const note = await api.post(`/v1/conversations/${ticket.id}/messages`, {
			body: "Seems angry.",
			type: "note",
			author_id: workspace.agents[1]!.id,
		});
		expect(note.status).toBe(201);
		expect(note.body).toMatchObject({
			type: "note",
			status: "posted",
			author: workspace.agents[1],
		});
		const reply = await api.post(path(), { body: "Hello.", type: "outbound" });
		await product.nextMail(reply.body.id);
		expect(product.mailsOf(note.body.id)).toEqual([]);
	});

	it("lists oldest first, by type, page by page", async () => {
		const all = await api.get(path());
		expect(all.body.data[0]).toMatchObject({
			type: "inbound",
			body: "It flickers.",
		});
		const notes = await api.get(path(), { type: "note" });
		expect(notes.body.data.map((m: { type: string }) => m.type)).toEqual([
			"note",
		]);
		const seen: string[] = [];
		let cursor = "";
		do {
			const { body } = await api.get(path(), {
				limit: 1,
				...(cursor && { cursor }),
			});
			seen.push(...body.data.map((m: { id: string }) => m.id));
			cursor = body.next_cursor ?? "";
		} while (cursor);
		expect(seen).toEqual(all.body.data.map((m: { id: string }) => m.id));
	});

	it("stores text unchanged and sanitises HTML", async () => {
		const text = "if a < b && List<String> x;\n\tdone";
		const kept = await api.post(path(), { body: text, type: "note" });
		expect(kept.body).toMatchObject({ body: text, body_format: "text" });
		const html = await api.post(path(), {
			body: `<p onclick="x()">Hi <b>you</b></p><script>alert(1)</script>`,
			type: "note",
		});
		expect(html.body.body_format).toBe("html");
		expect(html.body.body).toContain("<b>you</b>");
		expect(html.body.body).not.toMatch(/script|onclick/);
	});

	it("stores attachments and serves their bytes, never as a page", async () => {
		const png = Buffer.from(
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
			"base64",
		);
		const answer = await api.post(path(), {
			body: "See picture.",
			type: "outbound",
			attachments: [
				{
					filename: "../../ lamp.png",
					content_type: "image/png",
					data: png.toString("base64"),
				},
				{
					filename: "fake.png",
					content_type: "image/png",
					data: Buffer.from("<html><script>1</script></html>").toString(
						"base64",
					),
				},
			],
		});
		expect(answer.status, answer.text).toBe(201);
		const [lamp, fake] = answer.body.attachments;
		expect(lamp).toMatchObject({
			filename: "lamp.png",
			content_type: "image/png",
			size: png.length,
		});
		expect(lamp.url).toBe(path(`/${answer.body.id}/attachments/${lamp.id}`));
		expect(fake.content_type).toBe("application/octet-stream");
		const response = await fetch(product.url + lamp.url, {
			headers: { authorization: `Bearer ${workspace.key}` },
		});
		expect(response.status).toBe(200);
		expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
		expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
		expect(response.headers.get("x-content-type-options")).toBe("nosniff");
		expect(response.headers.get("content-security-policy")).toContain(
			"sandbox",
		);
		const missing = await api.get(
			lamp.url.replace(/att_.*/, "att_01h2xcejqtf2nbrexx3vqjhp41"),
		);
		expect(missing.status).toBe(404);
		expect(missing.body).toEqual(
			expectedError("not_found", "attachment_not_found"),
		);
	});

	it("stores large files unchanged, once", async () => {
		const files = [3_000_001, 0, 70_000].map((size) => randomBytes(size));
		const send = () =>
			api.post(
				path(),
				{
					body: "See files.",
					type: "note",
					attachments: files.map((data, i) => ({
						filename: `${i}.bin`,
						content_type: "application/octet-stream",
						data: data.toString("base64"),
					})),
				},
				{ "Idempotency-Key": "large-files" },
			);
		const answer = await send();
		expect(answer.status, answer.text).toBe(201);
		for (const [i, { size, url }] of answer.body.attachments.entries()) {
			expect(size).toBe(files[i]!.length);
			const response = await fetch(product.url + url, {
				headers: { authorization: `Bearer ${workspace.key}` },
			});
			const bytes = Buffer.from(await response.arrayBuffer());
			expect(bytes.equals(files[i]!)).toBe(true);
		}
		const repeated = await send();
		expect(repeated.headers.get("idempotent-replayed")).toBe("true");
		expect(repeated.body).toEqual(answer.body);
	});

	it.each<[string, object, number, string, string]>([
		["no body", { type: "note" }, 400, "missing_parameter", "body"],
		[
			"a blank body",
			{ type: "note", body: " \n" },
			400,
			"missing_parameter",
			"body",
		],
		["no type", { body: "x" }, 400, "missing_parameter", "type"],
		[
			"type inbound",
			{ body: "x", type: "inbound" },
			400,
			"invalid_parameter",
			"type",
		],
		[
			"a contact as author",
			{ body: "x", type: "note", author_id: "cnt_01h2xcejqtf2nbrexx3vqjhp41" },
			400,
			"invalid_parameter",
			"author_id",
		],
		[
			"an unknown author",
			{ body: "x", type: "note", author_id: "usr_01h2xcejqtf2nbrexx3vqjhp41" },
			422,
			"author_not_found",
			"author_id",
		],
		[
			"an unknown field",
			{ body: "x", type: "note", bodyy: "x" },
			400,
			"unknown_parameter",
			"bodyy",
		],
		[
			"a too long body",
			{ body: "x".repeat(100_001), type: "note" },
			400,
			"invalid_parameter",
			"body",
		],
		[
			"attachments that are no list",
			{ body: "x", type: "note", attachments: {} },
			400,
			"invalid_attachment",
			"attachments",
		],
	])("refuses %s", async (_what, body, status, code, param) => {
		const answer = await api.post(path(), body);
		expect(answer.status, answer.text).toBe(status);
		expect(answer.body.error).toMatchObject({ code, param });
	});

	it.each<[string, object]>([
		[
			"base64 with a space",
			{ filename: "a.txt", content_type: "text/plain", data: "aGk =" },
		],
		[
			"base64 without padding",
			{ filename: "a.txt", content_type: "text/plain", data: "aGk" },
		],
		[
			"an empty file name",
			{ filename: "", content_type: "text/plain", data: "aGk=" },
		],
		[
			"a file name of two lines",
			{ filename: "a\r\nb", content_type: "text/plain", data: "aGk=" },
		],
		[
			"a file name with reversed writing direction",
			{ filename: "a\u202Egpj.exe", content_type: "text/plain", data: "aGk=" },
		],
		[
			"a file name of 300 bytes",
			{ filename: "x".repeat(300), content_type: "text/plain", data: "aGk=" },
		],
		[
			"a content type without subtype",
			{ filename: "a", content_type: "html", data: "aGk=" },
		],
		[
			"a content type of two lines",
			{ filename: "a", content_type: "a\r\nb", data: "aGk=" },
		],
	])("refuses an attachment with %s", async (_what, attachment) => {
		const answer = await api.post(path(), {
			body: "x",
			type: "note",
			attachments: [attachment],
		});
		expect(answer.status, answer.text).toBe(400);
		expect(answer.body.error.param).toMatch(
			/^attachments\[0\]|^attachments\.0/,
		);
	});

	it("reports every refused attachment", async () => {
		const file = { filename: "a", content_type: "a/b", data: "" };
		const answer = await api.post(path(), {
			body: "x",
			type: "note",
			attachments: [
				{ ...file, filename: "..", content_type: "b" },
				file,
				{ ...file, filename: "\u202e" },
			],
		});
		expect(answer.status).toBe(400);
		const { errors } = answer.body.error;
		expect(errors.map(({ param }: { param: string }) => param)).toEqual([
			"attachments.0.filename",
			"attachments.0.content_type",
			"attachments.2.filename",
		]);
	});
});
