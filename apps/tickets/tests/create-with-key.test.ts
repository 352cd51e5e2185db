import type {
	CreateMessageRequest,
	CreateTicketRequest,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createDefinitionCopies } from "../src/attribute-definitions.ts";
import { readMessageBody } from "../src/domain/message-body.ts";
import { NO_SIGNALS } from "../src/domain/ticket.ts";
import { createMessage } from "../src/rpc/create-message.ts";
import { createTicket } from "../src/rpc/create-ticket.ts";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	lockWaits,
	newReply,
	newTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	workspace = await givenWorkspace(harness);
});
afterAll(() => harness.stop());

const aKey = () => ({ key: crypto.randomUUID(), fingerprint: "f" });
const create = (changes: Partial<CreateTicketRequest>) =>
	harness.api.createTicket(newTicket(changes), callOf(workspace));
const reply = (ticketId: string, changes: Partial<CreateMessageRequest>) =>
	harness.api.createMessage(newReply(ticketId, changes), callOf(workspace));
const contactsWith = async (email: string) =>
	(
		await harness.sql("select from tickets.contacts where email = $1", [
			email.toLowerCase(),
		])
	).length;

it("creates a ticket and a reply with a key in one round trip each", async () => {
	const log = createLogger({ name: "test", level: "silent" });
	const db = createPool({ ...harness.config.db, sizeMax: 1 }, log);
	onTestFinished(() => db.end());
	let roundTrips = 0;
	db.on("connect", (client) => {
		const query = client.query.bind(client) as (...args: never[]) => unknown;
		client.query = ((...args: never[]) => {
			roundTrips += 1;
			return query(...args);
		}) as typeof client.query;
	});
	const deps = {
		db,
		clock: { now: () => new Date() },
		readBody: async (text: string) => readMessageBody(text),
		mailFrom: "help@desk.example",
		estimateSignals: async () => NO_SIGNALS,
		definitions: createDefinitionCopies(db),
	};
	const tickets = createTicket(deps);
	const { contact } = await givenTicket(harness, workspace);
	const request = () =>
		newTicket({
			contactEmail: contact.email,
			contactId: contact.id,
			assigneeId: workspace.agentId,
			groupId: workspace.groupId,
			customAttributesJson: '{"seats":3}',
			tags: ["vip"],
			idempotency: aKey(),
		});
	await tickets(request(), callOf(workspace)); // reads the definitions
	roundTrips = 0;
	const made = json(await tickets(request(), callOf(workspace)));
	expect(roundTrips).toBe(1);
	expect(made).toMatchObject({
		contact: { id: contact.id },
		assignee: { id: workspace.agentId, name: "Ann" },
		group: { id: workspace.groupId, name: "Billing" },
		custom_attributes: { seats: 3 },
		tags: ["vip"],
	});
	roundTrips = 0;
	const answer = newReply(made.id, { idempotency: aKey() });
	await createMessage(deps)(answer, callOf(workspace));
	expect(roundTrips).toBe(1);
});

it("shows a created ticket and reply as a later read shows them", async () => {
	const name = 'Zoë "Z" \\ \u2028 \u0007 <b>';
	await harness.sql("update tickets.agents set name = $2 where id = $1", [
		workspace.agentId,
		name,
	]);
	const first = await create({
		assigneeId: workspace.agentId,
		contactName: 'O\'Neil "x" \\ \u{1f600}',
		idempotency: aKey(),
	});
	const { id } = json(first);
	const view = 0 as never;
	const read = await harness.api.getTicket({ id, view }, callOf(workspace));
	expect(String(first.body)).toBe(String(read.body));
	const sent = json(await reply(id, { idempotency: aKey() }));
	const page = { limit: 10, cursor: "", sort: "created_at:asc" };
	const list = await harness.api.listMessages(
		{ ticketId: id, page },
		callOf(workspace),
	);
	expect(json(list).data[1]).toEqual(sent);
});

it("replays the same bytes, and starts again after a day", async () => {
	const idempotency = aKey();
	const request = { contactEmail: "day@customer.example", idempotency };
	const first = await create(request);
	const second = await create(request);
	expect([first.replayed, second.replayed]).toEqual([false, true]);
	expect(String(second.body)).toBe(String(first.body));
	harness.advance(DAY_MS + 1_000);
	onTestFinished(() => harness.advance(-DAY_MS - 1_000));
	const third = await create(request);
	expect(third.replayed).toBe(false);
	expect(json(third).id).not.toBe(json(first).id);
	expect((await create(request)).replayed).toBe(true);
});

it("leaves the others of a batch alone when one of them is a replay or refused", async () => {
	const used = aKey();
	const first = await create({ idempotency: used });
	const asked = Array.from({ length: 12 }, (_, i) => {
		if (i % 4 === 1) return { idempotency: used };
		if (i % 4 === 2) return { assigneeId: "usr_none", idempotency: aKey() };
		return { idempotency: i % 4 === 0 ? aKey() : undefined };
	});
	const answers = await Promise.allSettled(asked.map(create));
	for (const [i, answer] of answers.entries()) {
		if (i % 4 === 2) {
			expect(answer).toMatchObject({ reason: { code: "assignee_not_found" } });
		} else {
			expect(answer).toMatchObject({ value: { replayed: i % 4 === 1 } });
		}
		if (i % 4 === 1 && answer.status === "fulfilled") {
			expect(String(answer.value.body)).toBe(String(first.body));
		}
	}
});

it("stores a refusal, names everything that is wrong, and writes nothing", async () => {
	const contactEmail = `refused-${crypto.randomUUID()}@customer.example`;
	const request = {
		contactEmail,
		assigneeId: "usr_none",
		groupId: "grp_none",
		customAttributesJson: '{"seats":"three"}',
		idempotency: aKey(),
	};
	const refusal = {
		code: "assignee_not_found",
		details: [
			{ code: "assignee_not_found" },
			{ code: "group_not_found" },
			{ code: "invalid_attribute_value" },
		],
	};
	await expect(create(request)).rejects.toMatchObject({
		...refusal,
		replayed: false,
	});
	await expect(create(request)).rejects.toMatchObject({
		...refusal,
		replayed: true,
	});
	expect(await contactsWith(contactEmail)).toBe(0);
});

it("accepts an attribute from the moment it is defined, and refuses it once it is not", async () => {
	const withColor = { customAttributesJson: '{"color":"red"}' };
	await expect(create(withColor)).rejects.toMatchObject({
		code: "undefined_attribute_key",
	});
	await harness.sql(
		"insert into tickets.attribute_definitions values ($1, 'color', 'string', null, now())",
		[workspace.id],
	);
	expect(json(await create(withColor)).custom_attributes).toEqual({
		color: "red",
	});
	await harness.sql(
		"delete from tickets.attribute_definitions where key = 'color'",
	);
	await expect(create(withColor)).rejects.toMatchObject({
		code: "undefined_attribute_key",
	});
});

it("leaves no contact behind when another process claims the key for another request meanwhile", async () => {
	const idempotency = aKey();
	const contactEmail = `late-${crypto.randomUUID()}@customer.example`;
	const other = new pg.Client(harness.databaseUrl);
	await other.connect();
	onTestFinished(() => other.end());
	await other.query("begin");
	await other.query(
		`insert into tickets.idempotency_keys (workspace_id, api_key_id, scope, key, fingerprint, status, body, resource_id, created_at)
		 values ($1, $2, 'tickets.create', $3, 'other', 201, '{}', 'tkt_1', now())`,
		[workspace.id, workspace.keyId, idempotency.key],
	);
	const late = create({ contactEmail, idempotency });
	const refused = expect(late).rejects.toMatchObject({
		code: "idempotency_key_reused",
	});
	await expect.poll(() => lockWaits(harness)).toBe(1);
	await other.query("commit");
	await refused;
	expect(await contactsWith(contactEmail)).toBe(0);
});

it("reports that the first request is in progress after three seconds, and writes nothing", async () => {
	const idempotency = aKey();
	const contactEmail = `slow-${crypto.randomUUID()}@customer.example`;
	const other = new pg.Client(harness.databaseUrl);
	await other.connect();
	onTestFinished(() => other.end());
	await other.query("begin");
	await other.query(
		`insert into tickets.idempotency_keys (workspace_id, api_key_id, scope, key, fingerprint, created_at)
		 values ($1, $2, 'tickets.create', $3, 'f', now())`,
		[workspace.id, workspace.keyId, idempotency.key],
	);
	const since = performance.now();
	await expect(create({ contactEmail, idempotency })).rejects.toMatchObject({
		code: "idempotency_in_progress",
	});
	expect(performance.now() - since).toBeGreaterThan(2_900);
	await other.query("rollback");
	expect(await contactsWith(contactEmail)).toBe(0);
	expect((await create({ contactEmail, idempotency })).replayed).toBe(false);
});
