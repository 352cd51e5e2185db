import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiResponse } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const JOBS = { timeout: 10_000 };

describe.each(TRANSPORTS)("events of tickets over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
	});
	afterAll(() => product.stop());

	const eventsOf = (id: string) =>
		product.eventsOf("tickets", workspace.id, id);
	const lastOf = async (id: string) => (await eventsOf(id)).at(-1)!;
	const requestOf = ({ headers }: ApiResponse) => headers.get("x-request-id");
	const newTicket = (subject: string) => ({
		subject,
		body: "Where is my parcel?",
		contact: { email: `${crypto.randomUUID()}@customer.example` },
	});

	it("are written with the key and request of each change, and the ticket as GET returns it", async () => {
		const { api, agents } = workspace;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const ticket = {
			...newTicket('Zoë\'s "parcel" \\'),
			assignee_id: agents[1]!.id,
			tags: ["vip"],
		};
		const created = await api.post("/v1/tickets", ticket, headers);
		const { id } = created.body;
		const path = `/v1/tickets/${id}`;
		await api.post("/v1/tickets", ticket, headers);
		const updated = await api.patch(path, { priority: "high" });
		await api.patch(path, { priority: "high" });
		const tagged = await api.post(`${path}/tags`, { tags: ["late"] });
		// The job that refines its signals runs at some time.
		await vi.waitFor(async () => {
			const shown = (await api.get(path)).text;
			expect((await lastOf(id)).object).toBe(shown);
		}, JOBS);
		const deleted = await api.delete(path);
		await api.delete(path);

		const all = await eventsOf(id);
		expect(all.at(-1)!.object).toBe(all.at(-2)!.object);
		const events = all.filter(({ actor }) => actor !== "system ");
		expect(events.map(({ type }) => type)).toEqual([
			"ticket.created",
			"ticket.updated",
			"ticket.updated",
			"ticket.deleted",
		]);
		expect(events.map(({ request_id }) => request_id)).toEqual(
			[created, updated, tagged, deleted].map(requestOf),
		);
		for (const { actor } of events)
			expect(actor).toMatch(/^api_key key_[0-9a-z]{26}$/);
		expect(events[0]!.object).toBe(created.text);
	});

	it("are written of the contact and the messages, as their GETs show them", async () => {
		const { api } = workspace;
		const created = await api.post("/v1/tickets", newTicket("Hello"));
		const { id, contact } = created.body;
		const [ofContact, ...others] = await eventsOf(contact.id);
		expect(others).toEqual([]);
		expect(ofContact).toMatchObject({
			type: "contact.created",
			request_id: requestOf(created),
		});
		const shown = await api.get(`/v1/contacts/${contact.id}`);
		expect(ofContact!.object).toBe(shown.text);

		const path = `/v1/tickets/${id}/messages`;
		const reply = await api.post(path, {
			type: "outbound",
			body: "<p>Soon &amp; safe</p>",
		});
		const [ofReply] = await eventsOf(reply.body.id);
		expect(ofReply).toMatchObject({
			type: "message.created",
			request_id: requestOf(reply),
			object: reply.text,
		});
		await vi.waitFor(async () => {
			const sent = await lastOf(reply.body.id);
			expect(sent).toMatchObject({
				type: "message.status_changed",
				actor: "system ",
				request_id: "",
			});
			const { text, body } = await api.get(path);
			expect(text).toContain(sent.object);
			const { object } = await lastOf(body.data[0].id);
			expect(text).toContain(object);
		}, JOBS);
	});
});
