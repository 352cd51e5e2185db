import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

describe.each(TRANSPORTS)("idempotency over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	const ticket = {
		subject: "Twice?",
		body: "Once!",
		contact: { email: "eve@example.com" },
	};
	const keyed = (key: string = crypto.randomUUID()) => ({
		"idempotency-key": key,
	});

	it("replays the first response byte for byte, in any order of the body's keys", async () => {
		const headers = keyed();
		const first = await api.post("/v1/tickets", ticket, headers);
		const second = await api.post(
			"/v1/tickets",
			{
				contact: ticket.contact,
				body: ticket.body,
				subject: ticket.subject,
				priority: "normal",
			},
			headers,
		);
		expect(first.status).toBe(201);
		expect(first.headers.get("idempotent-replayed")).toBeNull();
		expect(second.status).toBe(201);
		expect(second.text).toBe(first.text);
		expect(second.headers.get("idempotent-replayed")).toBe("true");
		expect(second.headers.get("location")).toBe(first.headers.get("location"));
		expect(second.headers.get("x-request-id")).not.toBe(
			first.headers.get("x-request-id"),
		);
	});

	it("replays even when the ticket has been deleted since", async () => {
		const headers = keyed();
		const first = await api.post("/v1/tickets", ticket, headers);
		await api.delete(`/v1/tickets/${first.body.id}`);
		const second = await api.post("/v1/tickets", ticket, headers);
		expect(second.status).toBe(201);
		expect(second.text).toBe(first.text);
	});

	// A client that repeats keys gets a 201 and then a 404: the 201 is marked as a replay.
	it("replays the creation of a since deleted article, which stays deleted", async () => {
		const headers = keyed();
		const article = { title: "Exports", body: "Choose Export in the menu." };
		const articles = "/v1/knowledge/articles";
		const first = await api.post(articles, article, headers);
		expect(first.headers.get("idempotent-replayed")).toBeNull();
		await api.delete(`${articles}/${first.body.id}`);
		const second = await api.post(articles, article, headers);
		expect([second.status, second.text]).toEqual([201, first.text]);
		expect(second.headers.get("idempotent-replayed")).toBe("true");
		const changed = await api.patch(`${articles}/${first.body.id}`, {
			title: "Imports",
		});
		expect([changed.status, changed.body.error.code]).toEqual([
			404,
			"article_not_found",
		]);
	});

	it("refuses a key that was used for another body", async () => {
		const headers = keyed();
		await api.post("/v1/tickets", ticket, headers);
		const other = await api.post(
			"/v1/tickets",
			{ ...ticket, subject: "Other" },
			headers,
		);
		expect(other.status).toBe(422);
		expect(other.body).toEqual(
			expectedError(
				"validation_error",
				"idempotency_key_reused",
				"Idempotency-Key",
			),
		);
	});

	it("creates one ticket for fifty parallel creates with one key", async () => {
		const headers = keyed();
		const answers = await Promise.all(
			Array.from({ length: 50 }, () =>
				api.post("/v1/tickets", ticket, headers),
			),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(
			new Set([201]),
		);
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		const replays = answers.filter(({ headers }) =>
			headers.has("idempotent-replayed"),
		);
		expect(replays).toHaveLength(49);
	});

	it("keeps the keys of two API keys apart", async () => {
		const headers = keyed();
		const other = await product.createKey(workspace);
		const first = await api.post("/v1/tickets", ticket, headers);
		const second = await other.post("/v1/tickets", ticket, headers);
		expect(second.body.id).not.toBe(first.body.id);
	});

	it("treats both paths of a message as one", async () => {
		const { body } = await api.post("/v1/tickets", ticket);
		const headers = keyed();
		const note = { body: "Once.", type: "note" };
		const first = await api.post(
			`/v1/tickets/${body.id}/messages`,
			note,
			headers,
		);
		const second = await api.post(
			`/v1/conversations/${body.id}/messages`,
			note,
			headers,
		);
		expect(second.text).toBe(first.text);
		const { body: messages } = await api.get(`/v1/tickets/${body.id}/messages`);
		expect(messages.data).toHaveLength(2);
	});

	it("stores refusals of the service, but not the gateway's", async () => {
		const headers = keyed();
		const wrong = { ...ticket, custom_attributes: { nope: 1 } };
		const first = await api.post("/v1/tickets", wrong, headers);
		const second = await api.post("/v1/tickets", wrong, headers);
		expect(first.status).toBe(422);
		expect(second.status).toBe(422);
		expect(second.headers.get("idempotent-replayed")).toBe("true");
		expect(second.body.error).toEqual({
			...first.body.error,
			request_id: second.body.error.request_id,
		});
		const invalid = keyed();
		const refused = await api.post(
			"/v1/tickets",
			{ ...ticket, subject: "" },
			invalid,
		);
		expect(refused.status).toBe(400);
		const created = await api.post("/v1/tickets", ticket, invalid);
		expect(created.status).toBe(201);
	});

	it("supports a key on tags", async () => {
		const { body } = await api.post("/v1/tickets", ticket);
		const headers = keyed();
		const path = `/v1/tickets/${body.id}/tags`;
		const first = await api.post(path, { tags: ["x"] }, headers);
		await api.delete(`${path}/x`);
		const second = await api.post(path, { tags: ["x"] }, headers);
		expect(second.text).toBe(first.text);
		expect((await api.get(`/v1/tickets/${body.id}`)).body.tags).toEqual([]);
	});

	it.each(["", "a b", "x".repeat(256), "tab\there"])(
		"refuses the key %j",
		async (key) => {
			const answer = await api.post("/v1/tickets", ticket, keyed(key));
			expect(answer.status).toBe(400);
			expect(answer.body).toEqual(
				expectedError(
					"invalid_request",
					"invalid_idempotency_key",
					"Idempotency-Key",
				),
			);
		},
	);
});
