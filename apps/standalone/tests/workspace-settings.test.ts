import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, createClient, expectedError } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const PATH = "/v1/workspace";
const DRAFT_TIMEOUT_MS = 15_000;

describe.each(TRANSPORTS)("settings of a workspace over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	const reply = (ticketId: string, client = api) =>
		client.post(`/v1/tickets/${ticketId}/messages`, {
			type: "outbound",
			body: "On it.",
		});
	const statusOf = async (ticketId: string, client = api) =>
		(await client.get(`/v1/tickets/${ticketId}`)).body.status;
	const pending = async () => {
		const own = await product.createWorkspace();
		await own.api.patch(PATH, { pending_after_reply: true });
		return own;
	};

	it("have defaults, and change for this workspace alone", async () => {
		const other = await product.createWorkspace();
		const shown = { id: other.id, pending_after_reply: false };
		expect((await other.api.get(PATH)).body).toEqual(shown);
		const changes = { pending_after_reply: true };
		const changed = await other.api.patch(PATH, changes);
		expect(changed.status).toBe(200);
		expect(changed.body).toEqual({ ...shown, ...changes });
		expect((await other.api.patch(PATH, {})).body).toEqual(changed.body);
		expect((await other.api.get(PATH)).body).toEqual(changed.body);
		expect((await api.get(PATH)).body.pending_after_reply).toBe(false);
	});

	it("need a key and its scopes, and known fields of the right type", async () => {
		const anonymous = createClient(product.url);
		expect((await anonymous.get(PATH)).status).toBe(401);
		const reader = await product.createKey(workspace, "workspace:read");
		const writer = await product.createKey(workspace, "workspace:write");
		expect((await writer.get(PATH)).status).toBe(403);
		expect((await reader.patch(PATH, {})).status).toBe(403);
		for (const body of [{ id: "wsp_1" }, { pending_after_reply: "yes" }])
			expect((await api.patch(PATH, body)).status).toBe(400);
		const refused = await api.patch(PATH, { pending: true });
		expect(refused.body).toEqual(
			expectedError("invalid_request", "unknown_parameter", "pending"),
		);
	});

	it("make an open ticket pending with the agent's reply, and report it as one change", async () => {
		const { api: own, id } = await pending();
		const ticket = await createTicket(own);
		expect((await reply(ticket.id, own)).status).toBe(201);
		expect(await statusOf(ticket.id, own)).toBe("pending");
		const events = await product.eventsOf("tickets", id, ticket.id);
		expect(events.map(({ type }) => type)).toEqual([
			"ticket.created",
			"ticket.updated",
		]);
	});

	it("leave notes and tickets that are not open alone", async () => {
		const { api: own } = await pending();
		const ticket = await createTicket(own);
		await own.post(`/v1/tickets/${ticket.id}/messages`, {
			type: "note",
			body: "Angry.",
		});
		expect(await statusOf(ticket.id, own)).toBe("open");
		await own.patch(`/v1/tickets/${ticket.id}`, { status: "resolved" });
		await reply(ticket.id, own);
		expect(await statusOf(ticket.id, own)).toBe("resolved");
	});

	it("leave the status to agents by default", async () => {
		const ticket = await createTicket(api);
		await reply(ticket.id);
		expect(await statusOf(ticket.id)).toBe("open");
	});

	it("count for approved drafts, replies with files and replies at once", async () => {
		const { api: own } = await pending();
		await own.post("/v1/knowledge/articles", {
			title: "Reset the printer",
			body: "To reset the printer, hold the reset button for five seconds.",
		});
		const drafted = await createTicket(own, {
			subject: "Printer",
			body: "How do I reset the printer?",
		});
		const draftPath = `/v1/conversations/${drafted.id}/ai-draft`;
		await vi.waitFor(async () => {
			expect((await own.get(draftPath)).status).toBe(200);
		}, DRAFT_TIMEOUT_MS);
		expect((await own.post(`${draftPath}/approve`, {})).status).toBe(200);
		expect(await statusOf(drafted.id, own)).toBe("pending");

		const ticket = await createTicket(own);
		const replies = await Promise.all(
			Array.from({ length: 5 }, () => reply(ticket.id, own)),
		);
		expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201));
		expect(await statusOf(ticket.id, own)).toBe("pending");

		const filed = await createTicket(own);
		const file = {
			filename: "a.txt",
			content_type: "text/plain",
			data: Buffer.from("a").toString("base64"),
		};
		await own.post(`/v1/tickets/${filed.id}/messages`, {
			type: "outbound",
			body: "Here.",
			attachments: [file],
		});
		expect(await statusOf(filed.id, own)).toBe("pending");
	});
});
