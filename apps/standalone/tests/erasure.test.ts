import { readdirSync } from "node:fs";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "./client.ts";
import { createMailbox } from "./mail.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

let product: TestProduct;
let workspace: TestWorkspace;
let api: Client;
const logged: string[] = [];

beforeAll(async () => {
	const destination = { write: (line: string) => void logged.push(line) };
	const log = createLogger({ name: "test", level: "trace", destination });
	product = await startProduct({ transport: "grpc", log });
	workspace = await product.createWorkspace();
	api = workspace.api;
});
afterAll(() => product.stop());

// Jobs share the processors with other tests.
const SLOW_MS = 60_000;
const NAME = "Wilhelmina Quagmire";
const ADDRESS = "wilhelmina.quagmire@customer.example";
const SECOND = "w.quagmire@home.example";
const WORDS = "my zebrafinch escaped the marzipan palace";
const SUBJECT = "A zebrafinch emergency of Quagmire";
const TEXTS = [NAME, "wilhelmina", "quagmire", "zebrafinch", "marzipan"];
const REFUND = {
	title: "Get a refund",
	body: "You can ask for a refund within 30 days of the payment.\n\n1. Open Settings and choose Billing.\n2. Select the payment and choose Ask for a refund.\n\nThe money is back on your card within five working days.",
};

const newTicket = (fields: object = {}) => ({
	subject: SUBJECT,
	body: `Help, ${WORDS}. Can you deliver a cage to the moon?`,
	contact: { email: ADDRESS, name: NAME },
	...fields,
});

async function seed() {
	const headers = { "idempotency-key": crypto.randomUUID() };
	const contact = (
		await api.post(
			"/v1/contacts",
			{ email: ADDRESS, name: NAME, external_id: "quagmire-1" },
			headers,
		)
	).body;
	const merged = (await api.post("/v1/contacts", { email: SECOND, name: NAME }))
		.body;
	await api.post(`/v1/contacts/${merged.id}/merge`, { into: contact.id });
	const ticket = (
		await api.post("/v1/tickets", newTicket(), {
			"idempotency-key": crypto.randomUUID(),
		})
	).body;
	await api.post("/v1/knowledge/articles", REFUND);
	const drafted = (
		await api.post(
			"/v1/tickets",
			newTicket({
				subject: "Refund",
				body: "How can I get a refund for my payment?",
			}),
		)
	).body;
	await expect
		.poll(() => draftOf(drafted).then(({ text }) => text), { timeout: SLOW_MS })
		.toContain("Wilhelmina");
	const html = (
		await api.post(
			"/v1/tickets",
			newTicket({
				body: `<p onclick="x()">${WORDS}</p>`,
				contact: { email: SECOND },
			}),
		)
	).body;
	const deleted = (await api.post("/v1/tickets", newTicket())).body;
	await api.delete(`/v1/tickets/${deleted.id}`);
	const reply = await api.post(
		`/v1/tickets/${ticket.id}/messages`,
		{
			body: `Dear ${NAME}, we wrote to ${SECOND}.`,
			type: "outbound",
			attachments: [
				{
					filename: "zebrafinch.txt",
					content_type: "text/plain",
					data: Buffer.from(WORDS).toString("base64"),
				},
			],
		},
		{ "idempotency-key": crypto.randomUUID() },
	);
	await product.nextMail(reply.body.id);
	await api.post(`/v1/tickets/${ticket.id}/messages`, {
		body: `Called ${NAME.toUpperCase()}.`,
		type: "note",
	});
	const mailbox = await createMailbox(product, workspace);
	await mailbox.receive({
		from: `${NAME} <${ADDRESS}>`,
		subject: SUBJECT,
		body: `${WORDS}\r\n\r\n-- \r\n${NAME}`,
		headers: { "Message-ID": `<zebrafinch-${crypto.randomUUID()}@x.example>` },
	});
	const others = await mailbox.receive({
		from: "someone@customer.example",
		headers: { Cc: `${NAME} <${SECOND}>` },
	});
	await mailbox.receive({
		from: `${NAME} <${SECOND}>`,
		subject: `Re: [${others.ticket_id}]`,
		body: WORDS,
	});
	const target = await api.post("/v1/tickets", {
		subject: "Another",
		body: "Another customer",
		contact: { email: "third@customer.example" },
	});
	await api.post(
		`/v1/tickets/${others.ticket_id}/merge`,
		{ into: target.body.id },
		{ "idempotency-key": crypto.randomUUID() },
	);
	await api.patch(`/v1/contacts/${contact.id}`, {
		custom_attributes: { note: WORDS },
	});
	const imported = await importTicket();
	return {
		contact,
		merged,
		ticket,
		drafted,
		html,
		imported,
		reply: reply.body,
	};
}

async function importTicket() {
	const createdAt = "2019-03-01T09:30:00Z";
	const message = (type: string, body: string) => ({
		type,
		body,
		created_at: createdAt,
	});
	const row = {
		external_id: "import-1",
		subject: SUBJECT,
		contact: { external_id: "quagmire-1", name: NAME },
		created_at: createdAt,
		messages: [
			message("inbound", `<p onclick="x()">${WORDS}</p>`),
			message("note", `Called ${NAME}.`),
			message("outbound", `Dear ${NAME}, ${SECOND} is yours.`),
		],
	};
	const { body } = await api.post(
		"/v1/imports/tickets",
		{ tickets: [row] },
		{ "idempotency-key": crypto.randomUUID() },
	);
	expect(body.created).toBe(1);
	return { id: body.results[0].id as string };
}

const draftOf = ({ id }: { id: string }) =>
	api.get(`/v1/conversations/${id}/ai-draft`);

it(
	"erases a contact's name, addresses and words from the whole database, and never logs them",
	async () => {
		const other = await product.createWorkspace();
		const untouched = (
			await other.api.post("/v1/tickets", {
				subject: "Another",
				body: "Another customer",
				contact: { email: "someone@customer.example" },
			})
		).body;
		const { contact, merged, ticket, drafted, html, imported, reply } =
			await seed();
		const { sentences } = (await draftOf(drafted)).body;
		expect(sentences[0].text).toBe(`Hello ${NAME},`);
		// A gap with the words, from these tickets only, and jobs that are done.
		await expect
			.poll(() => product.tablesWith(["zebrafinch"]), { timeout: SLOW_MS })
			.toContain("knowledge.gap_questions");
		expect(await product.tablesWith(TEXTS)).toEqual(
			expect.arrayContaining([
				"events.events",
				"tickets.attachments",
				"tickets.contacts",
				"tickets.drafts",
				"tickets.idempotency_keys",
				"tickets.messages",
				"tickets.ticket_search",
				"tickets.tickets",
			]),
		);

		const path = `/v1/contacts/${merged.id}`;
		const answer = await api.delete(path);
		expect([answer.status, answer.body]).toEqual([
			200,
			{ id: merged.id, deleted: true },
		]);
		for (const id of [contact.id, merged.id]) {
			const gone = await api.get(`/v1/contacts/${id}`);
			expect([gone.status, gone.body.error.code]).toEqual([
				404,
				"contact_not_found",
			]);
		}
		expect((await api.delete(path)).status).toBe(404);
		await expect
			.poll(
				async () => {
					await product.runJobsNow();
					return product.tablesWith(TEXTS);
				},
				{ timeout: SLOW_MS, interval: 500 },
			)
			.toEqual([]);

		expect((await draftOf(drafted)).status).toBe(404);
		// Nothing that was said or done reached the log, at any level.
		expect(logged.length).toBeGreaterThan(10);
		const log = logged.join("").toLowerCase();
		expect(TEXTS.filter((each) => log.includes(each.toLowerCase()))).toEqual(
			[],
		);

		for (const { id } of [ticket, html]) {
			const shown = await api.get(`/v1/conversations/${id}`);
			expect(shown.body).toMatchObject({
				subject: "erased",
				contact: { id: contact.id, name: "erased", email: "" },
				waiting_since: null,
				ai: { draft_ready: false },
			});
			expect(shown.body.messages[0]).toMatchObject({
				body: "erased",
				body_text: "erased",
				author: { id: contact.id, name: "erased", email: "" },
			});
		}
		const shown = await api.get(`/v1/conversations/${imported.id}`);
		expect(shown.body).toMatchObject({
			subject: "erased",
			contact: { id: contact.id, name: "erased", email: "" },
			messages: [
				{ body: "erased" },
				{ body: "Called erased." },
				{ body: "Dear erased, erased is yours." },
			],
		});
		const exported = await api.get("/v1/exports/tickets");
		const lines = exported.text.toLowerCase();
		expect(TEXTS.filter((each) => lines.includes(each.toLowerCase()))).toEqual(
			[],
		);
		const replies = await api.get(`/v1/tickets/${ticket.id}/messages`, {
			type: "outbound",
		});
		expect(replies.body.data).toMatchObject([
			{ id: reply.id, body: "Dear erased, we wrote to erased." },
		]);
		const gaps = await api.get("/v1/knowledge/gaps", { status: "all" });
		expect(gaps.text).not.toContain("zebrafinch");
		// The address is free, and what comes from it is a contact of its own.
		const again = await api.post("/v1/contacts", { email: ADDRESS });
		expect(again.status).toBe(201);
		expect(again.body.id).not.toBe(contact.id);
		const kept = await other.api.get(`/v1/tickets/${untouched.id}`);
		expect(kept.body.contact).toEqual(untouched.contact);
	},
	3 * SLOW_MS,
);

it("repeats no erased creation for a key, and shows nothing of it", async () => {
	const headers = { "idempotency-key": crypto.randomUUID() };
	const body = newTicket({ contact: { email: "once@customer.example" } });
	const first = await api.post("/v1/tickets", body, headers);
	await api.delete(`/v1/contacts/${first.body.contact.id}`);
	await expect
		.poll(async () => (await api.post("/v1/tickets", body, headers)).body, {
			timeout: 20_000,
		})
		.toEqual({ id: first.body.id, deleted: true });
});

it("leaves no mail of an erased contact in the outbox folder, nor one that it got a copy of", async () => {
	const { makeTempFolder } = await import(
		"@supportdesk/testkit/temp-folder.ts"
	);
	const folder = makeTempFolder("outbox");
	const files = await startProduct({
		transport: "process",
		env: { SMTP_URL: "", OUTBOX_DIR: folder },
	});
	try {
		const own = await files.createWorkspace();
		const ticket = (await own.api.post("/v1/tickets", newTicket())).body;
		const reply = await own.api.post(`/v1/tickets/${ticket.id}/messages`, {
			body: "Hello",
			type: "outbound",
		});
		const mail = `${reply.body.id}.eml`;
		const others = (
			await own.api.post(
				"/v1/tickets",
				newTicket({ contact: { email: "someone@customer.example" } }),
			)
		).body;
		const answer = (fields: object) =>
			own.api.post(`/v1/tickets/${others.id}/messages`, {
				...{ body: "Hello", type: "outbound" },
				...fields,
			});
		const kept = `${(await answer({})).body.id}.eml`;
		await expect
			.poll(() => readdirSync(folder), { timeout: SLOW_MS })
			.toContain(kept);
		const copy = `${(await answer({ cc: [ADDRESS] })).body.id}.eml`;
		await expect
			.poll(() => readdirSync(folder), { timeout: SLOW_MS })
			.toEqual(expect.arrayContaining([mail, copy, kept]));
		await own.api.delete(`/v1/contacts/${ticket.contact.id}`);
		await expect
			.poll(() => readdirSync(folder), { timeout: SLOW_MS })
			.toEqual([kept]);
	} finally {
		await files.stop();
	}
}, 60_000);
