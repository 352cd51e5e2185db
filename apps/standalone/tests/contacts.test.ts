import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createMailbox } from "./mail.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const PATH = "/v1/contacts";
const UNKNOWN = "cnt_01h2xcejqtf2nbrexx3vqjhp41";
const unique = (prefix: string) => `${prefix}.${crypto.randomUUID()}`;
const newEmail = () => `${unique("eve")}@example.com`;

describe.each(TRANSPORTS)("contacts over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	const create = async (fields: object = {}) => {
		const { status, body } = await api.post(PATH, {
			email: newEmail(),
			...fields,
		});
		expect(status, JSON.stringify(body)).toBe(201);
		return body;
	};
	const get = async (id: string) => (await api.get(`${PATH}/${id}`)).body;
	const typesOf = async (id: string) =>
		(await product.eventsOf("tickets", workspace.id, id)).map(
			({ type }) => type,
		);

	it("creates a contact with everything, and a ticket of its address is its own", async () => {
		const email = newEmail();
		const answer = await api.post(PATH, {
			email: email.toUpperCase(),
			name: " Eve ",
			external_id: unique("x"),
			addresses: [newEmail(), email],
			custom_attributes: { seats: 3 },
		});
		expect(answer.status).toBe(201);
		const { id } = answer.body;
		expect(answer.headers.get("location")).toBe(`${PATH}/${id}`);
		expect(answer.body).toMatchObject({
			name: "Eve",
			email: expect.stringMatching(/^EVE\..*@example\.com$/),
			addresses: [expect.any(String), expect.any(String)],
			custom_attributes: { seats: 3 },
			last_seen_at: null,
		});
		expect(await get(id)).toEqual(answer.body);
		const [, further] = answer.body.addresses;
		const ticket = await createTicket(api, { contact: { email: further } });
		expect(ticket.contact).toEqual({
			id,
			name: "Eve",
			email: answer.body.email,
			avatar_url: null,
		});
		await expect
			.poll(async () => (await get(id)).last_seen_at)
			.toBe(ticket.created_at);
		expect(await typesOf(id)).toEqual(["contact.created"]);
	});

	it("shows a ticket's new contact as its event does", async () => {
		const { contact } = await createTicket(api);
		const [event] = await product.eventsOf("tickets", workspace.id, contact.id);
		const { text } = await api.get(`${PATH}/${contact.id}`);
		expect(event?.object).toBe(text);
	});

	it("knows a contact by its external id alone", async () => {
		const external_id = unique("crm");
		const contact = await create({ email: undefined, external_id });
		expect(contact).toMatchObject({
			name: external_id,
			email: null,
			addresses: [],
		});
		const listed = await api.get(PATH, { external_id });
		expect(listed.body.data).toEqual([contact]);
		const ticket = await createTicket(api, { contact: { id: contact.id } });
		expect(ticket.contact).toMatchObject({ id: contact.id, email: "" });
		const reply = { body: "Hello", type: "outbound" };
		const { body } = await api.post(`/v1/tickets/${ticket.id}/messages`, reply);
		await expect
			.poll(async () => {
				const messages = await api.get(`/v1/tickets/${ticket.id}/messages`);
				const found = messages.body.data.find(
					(message: { id: string }) => message.id === body.id,
				);
				return [found.status, found.error];
			})
			.toEqual(["failed", "The contact has no email address."]);
	});

	it("refuses what is taken, naming the contact that has it", async () => {
		const first = await create({ external_id: unique("x") });
		const other = await create();
		const taken = await api.post(PATH, { email: first.email });
		expect(taken.status).toBe(409);
		expect(taken.body).toEqual(
			expectedError("conflict", "contact_exists", "email"),
		);
		expect(taken.body.error.message).toContain(first.id);
		const { external_id } = first;
		for (const answer of [
			await api.post(PATH, { external_id }),
			await api.patch(`${PATH}/${other.id}`, { external_id }),
		]) {
			expect(answer.body).toEqual(
				expectedError("conflict", "external_id_exists", "external_id"),
			);
			expect(answer.body.error.message).toContain(first.id);
		}
		const patched = await api.patch(`${PATH}/${other.id}`, {
			addresses: [other.email, first.email],
		});
		expect(await get(other.id)).toEqual(other);
		const created = await api.post(PATH, {
			email: `${unique("free")}@customer.example`,
			addresses: [first.email],
		});
		for (const answer of [patched, created])
			expect(answer.body).toEqual(
				expectedError("conflict", "contact_exists", "addresses"),
			);
	});

	it("creates one of twenty contacts with one new address, and refuses the others", async () => {
		const body = { email: newEmail(), external_id: unique("x") };
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => api.post(PATH, body)),
		);
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([201, ...Array(19).fill(409)]);
	});

	it("replays a creation by its idempotency key", async () => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const body = { email: newEmail() };
		const first = await api.post(PATH, body, headers);
		const second = await api.post(PATH, body, headers);
		expect([second.status, second.text]).toEqual([201, first.text]);
		expect(second.headers.get("idempotent-replayed")).toBe("true");
	});

	it("changes only the given fields", async () => {
		const contact = await create({ external_id: unique("x") });
		const main = newEmail();
		const path = `${PATH}/${contact.id}`;
		const patched = await api.patch(path, {
			name: "Eva",
			email: main,
			custom_attributes: { trial: true },
		});
		expect(patched.body).toEqual({
			...contact,
			name: "Eva",
			email: main,
			addresses: [main],
			custom_attributes: { trial: true },
			updated_at: expect.any(String),
		});
		const all = [contact.email, main];
		const both = await api.patch(path, { addresses: all, external_id: null });
		expect(both.body).toMatchObject({
			email: contact.email,
			addresses: all,
			external_id: null,
		});
		const swapped = await api.patch(path, { email: main });
		expect(swapped.body.addresses).toEqual([main]);
		const none = await api.patch(path, {});
		expect(none.body).toEqual(swapped.body);
		expect(await get(contact.id)).toEqual(swapped.body);
		expect(await typesOf(contact.id)).toEqual([
			"contact.created",
			...Array(3).fill("contact.updated"),
		]);
		// An address that was taken away may become another contact's.
		await create({ email: contact.email });
	});

	it("merges: tickets and addresses move, and the merged id stands for the other", async () => {
		const [source, into] = [
			await create({
				external_id: unique("x"),
				custom_attributes: { seats: 1 },
			}),
			await create({ name: "Kept" }),
		];
		const ticket = await createTicket(api, { contact: { id: source.id } });
		await expect
			.poll(async () => (await get(source.id)).last_seen_at)
			.toBe(ticket.created_at);
		const headers = { "idempotency-key": crypto.randomUUID() };
		const merge = () =>
			api.post(`${PATH}/${source.id}/merge`, { into: into.id }, headers);
		const { status, body, text } = await merge();
		expect(status).toBe(200);
		expect(body).toMatchObject({
			id: into.id,
			name: "Kept",
			external_id: source.external_id,
			addresses: [into.email, source.email],
			custom_attributes: { seats: 1 },
		});
		expect((await merge()).text).toBe(text);
		expect(await get(source.id)).toEqual(body);
		const moved = await api.get(`/v1/tickets/${ticket.id}`);
		expect(moved.body.contact.id).toBe(into.id);
		const messages = await api.get(`/v1/tickets/${ticket.id}/messages`);
		expect(messages.body.data[0].author).toMatchObject({
			id: into.id,
			name: "Kept",
		});
		for (const contact of [source.id, into.id, source.email, into.email]) {
			const listed = await api.get("/v1/tickets", { contact });
			expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([
				ticket.id,
			]);
		}
		const byOldId = await createTicket(api, { contact: { id: source.id } });
		const byOldAddress = await createTicket(api, {
			contact: { email: source.email },
		});
		expect([byOldId.contact.id, byOldAddress.contact.id]).toEqual([
			into.id,
			into.id,
		]);
		const list = await api.get(PATH, { email: source.email });
		expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([
			into.id,
		]);
		expect(await typesOf(source.id)).toEqual([
			"contact.created",
			"contact.merged",
		]);
		expect(await typesOf(into.id)).toEqual([
			"contact.created",
			"contact.updated",
		]);
	});

	it("merges: what it wrote by mail in tickets of others is the other's, too", async () => {
		const [source, into] = [newEmail(), await create({ name: "Kept" })];
		const mailbox = await createMailbox(product, workspace);
		const first = await mailbox.receive({ headers: { Cc: source } });
		const second = await mailbox.receive({
			from: source,
			subject: `Re: [${first.ticket_id}]`,
		});
		expect(second).toMatchObject({
			ticket_id: first.ticket_id,
			author: { email: source },
		});
		const path = `${PATH}/${second.author.id}/merge`;
		expect((await api.post(path, { into: into.id })).status).toBe(200);
		const messages = await api.get(`/v1/tickets/${first.ticket_id}/messages`);
		expect(messages.body.data).toMatchObject([
			{ id: first.id, author: first.author },
			{ id: second.id, author: { id: into.id, name: "Kept" } },
		]);
	});

	it("follows a merge of what was merged, and refuses a merge into itself", async () => {
		const [a, b, c] = [await create(), await create(), await create()];
		await api.post(`${PATH}/${a.id}/merge`, { into: b.id });
		await api.post(`${PATH}/${b.id}/merge`, { into: c.id });
		expect((await get(a.id)).id).toBe(c.id);
		expect((await get(c.id)).addresses).toHaveLength(3);
		for (const [id, into] of [
			[a.id, c.id],
			[c.id, a.id],
			[c.id, c.id],
		]) {
			const answer = await api.post(`${PATH}/${id}/merge`, { into });
			expect(answer.status).toBe(422);
			expect(answer.body).toEqual(
				expectedError("validation_error", "invalid_merge", "into"),
			);
		}
	});

	it("leaves one contact of two that are merged into each other at once", async () => {
		const [a, b] = [await create(), await create()];
		const answers = await Promise.all([
			api.post(`${PATH}/${a.id}/merge`, { into: b.id }),
			api.post(`${PATH}/${b.id}/merge`, { into: a.id }),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
		expect((await get(a.id)).id).toBe((await get(b.id)).id);
	});

	it("finds contacts by a part of name, address or external id, in any order, page by page", async () => {
		const mark = unique("mark").slice(0, 20);
		const names = ["Zoe", "Ada", "Mia"].map((name) => `${name} ${mark}`);
		for (const name of names) await create({ name });
		await create({ email: `${mark}@example.com`, name: "By address" });
		await create({ external_id: `${mark}-%_x`, name: "By external id" });
		const found: string[] = [];
		let cursor = "";
		do {
			const { body } = await api.get(PATH, {
				q: mark.toUpperCase(),
				sort: "name:asc",
				limit: 2,
				...(cursor && { cursor }),
			});
			found.push(...body.data.map(({ name }: { name: string }) => name));
			cursor = body.next_cursor ?? "";
		} while (cursor);
		expect(found).toEqual([
			`Ada ${mark}`,
			"By address",
			"By external id",
			`Mia ${mark}`,
			`Zoe ${mark}`,
		]);
		const literal = await api.get(PATH, { q: `${mark}-%_` });
		expect(literal.body.data).toHaveLength(1);
		const wildcard = await api.get(PATH, { q: `${mark}%x` });
		expect(wildcard.body.data).toEqual([]);
	});

	it("answers the same for another workspace's contact as for none", async () => {
		const other = await product.createWorkspace();
		const foreign = (await other.api.post(PATH, { email: newEmail() })).body.id;
		const own = await create();
		const requests = [
			(id: string) => api.get(`${PATH}/${id}`),
			(id: string) => api.patch(`${PATH}/${id}`, { name: "Mine" }),
			(id: string) => api.post(`${PATH}/${id}/merge`, { into: own.id }),
			(id: string) => api.post(`${PATH}/${own.id}/merge`, { into: id }),
		];
		for (const request of requests) {
			const [theirs, none] = [await request(foreign), await request(UNKNOWN)];
			expect(theirs.status).toBe(none.status);
			expect(theirs.text.replace(theirs.body.error.request_id, "")).toBe(
				none.text.replace(none.body.error.request_id, ""),
			);
			expect([404, 422]).toContain(none.status);
			expect(none.body.error.code).toBe("contact_not_found");
		}
	});

	it.each<[object, number, string, string]>([
		[{}, 400, "missing_parameter", "email"],
		[{ name: "x" }, 400, "missing_parameter", "email"],
		[{ email: "x" }, 400, "invalid_parameter", "email"],
		[{ external_id: " " }, 400, "missing_parameter", "external_id"],
		[{ external_id: "x".repeat(256) }, 400, "invalid_parameter", "external_id"],
		[
			{ external_id: "x", addresses: ["y"] },
			400,
			"invalid_parameter",
			"addresses.0",
		],
		[{ external_id: "x", mail: 1 }, 400, "unknown_parameter", "mail"],
		[
			{ external_id: "x", custom_attributes: { nope: 1 } },
			422,
			"undefined_attribute_key",
			"custom_attributes.nope",
		],
		[
			{ external_id: "x", custom_attributes: { seats: "1" } },
			422,
			"invalid_attribute_value",
			"custom_attributes.seats",
		],
	])("refuses %j", async (body, status, code, param) => {
		const answer = await api.post(PATH, body);
		expect([
			answer.status,
			answer.body.error.code,
			answer.body.error.param,
		]).toEqual([status, code, param]);
	});
});
