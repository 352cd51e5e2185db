import {
	AuthenticationError,
	createDesk,
	type Desk,
	type Event,
	InvalidRequestError,
	NotFoundError,
	toAttachment,
} from "@supportdesk/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "../product.ts";

let product: TestProduct;
let workspace: TestWorkspace;
let desk: Desk;

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	desk = createDesk({ baseUrl: product.url, apiKey: workspace.key });
});
afterAll(() => product.stop());

const words = { subject: "Refund", body: "Where is my refund?" };

it("creates a ticket, replies with a file, and reads both back", async () => {
	const ticket = await desk.tickets.create({
		...words,
		contact: { email: "ada@customer.example" },
	});
	const file = await toAttachment("a.txt", "Guten Tag", "text/plain");
	const { id, attachments } = await desk.messages.create(ticket.id, {
		...{ type: "outbound", body: "Soon." },
		attachments: [file],
	});
	const { messages } = await desk.conversations.get(ticket.id);
	expect(messages.map(({ body }) => body)).toEqual([words.body, "Soon."]);
	const bytes = await desk.messages.getAttachment(
		...([ticket.id, id, attachments[0]!.id] as const),
	);
	expect(await bytes.text()).toBe("Guten Tag");
});

it("iterates over all pages of a list, and reads one page", async () => {
	const { api: _, ...other } = await product.createWorkspace();
	await product.insertTickets(other.id, 7);
	const list = createDesk({
		baseUrl: product.url,
		apiKey: other.key,
	}).tickets.list({ limit: 3 });
	const ids: string[] = [];
	for await (const { id } of list) ids.push(id);
	expect(ids).toEqual(await product.ticketIds(other.id));
	const page = await list.page();
	expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
});

it("exports all tickets", async () => {
	const { id, key } = await product.createWorkspace();
	await product.insertTickets(id, 5);
	const other = createDesk({ baseUrl: product.url, apiKey: key });
	const ids: string[] = [];
	for await (const { ticket } of other.tickets.export()) ids.push(ticket.id);
	expect(ids.toSorted()).toEqual((await product.ticketIds(id)).toSorted());
});

it("subscribes to events from now on, and from a sequence", async () => {
	const stop = new AbortController();
	const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
	const read = async (from: { after?: number }) => {
		const events: Event[] = [];
		const options = { signal: stop.signal, onConnect: open };
		const types = ["article.*"];
		const subscription = desk.events.subscribe({ ...from, types }, options);
		for await (const event of subscription) {
			events.push(event);
			if (events.length === 2) break;
		}
		return events.map(({ type }) => type);
	};
	const reading = read({});
	await isOpen;
	const { id } = await desk.knowledge.articles.create({
		...{ title: "Refunds", body: "A refund takes 5 days.", status: "draft" },
	});
	await desk.knowledge.articles.delete(id);
	const types = ["article.created", "article.deleted"];
	expect(await reading).toEqual(types);
	expect(await read({ after: 0 })).toEqual(types);
	stop.abort();
	expect(await read({ after: 0 })).toEqual([]);
});

it("throws the class of the error, with its fields", async () => {
	const missing = desk.tickets.get("tkt_01kadszz00e2xv0f1b2c3d4e5f");
	const error = await missing.catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NotFoundError);
	expect(error).toMatchObject({
		...{ status: 404, type: "not_found", code: "ticket_not_found" },
		...{ param: null, errors: [], retryAfterSeconds: undefined },
		requestId: desk.lastResponse?.requestId,
	});
	const invalid = desk.tickets.create({ subject: "" } as never);
	await expect(invalid).rejects.toSatisfy(
		(thrown) =>
			thrown instanceof InvalidRequestError && thrown.errors.length > 1,
	);
	const stranger = createDesk({ baseUrl: product.url, apiKey: "none" });
	await expect(stranger.me()).rejects.toThrow(AuthenticationError);
});

it("shows the limits of the last response", async () => {
	await desk.me();
	await desk.tickets.list().page();
	expect(desk.lastResponse).toMatchObject({
		...{ status: 200, isReplayed: false },
		rateLimit: { limit: 1_000_000, dayLimit: undefined },
	});
});

it("repeats no change whose idempotency key the caller gives again", async () => {
	const ticket = { ...words, contact: { email: "key@customer.example" } };
	const options = { idempotencyKey: crypto.randomUUID() };
	const first = await desk.tickets.create(ticket, options);
	expect(await desk.tickets.create(ticket, options)).toEqual(first);
	expect(desk.lastResponse?.isReplayed).toBe(true);
});

it("refuses a part of the path that would lead to another route", () => {
	for (const tag of ["", ".", ".."]) {
		expect(() => desk.tickets.removeTag("tkt_1", tag)).toThrow(TypeError);
	}
});
