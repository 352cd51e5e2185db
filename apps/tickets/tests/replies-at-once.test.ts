import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	callOf,
	givenReply,
	givenTicket,
	givenWorkspace,
	lockWaits,
	messagesOf,
	newReply,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";

const TIMEOUT = { timeout: 1_500, interval: 20 }; // less than lock_timeout, which would end the wait by itself

let harness: Harness;
let workspace: Workspace;
let other: pg.Client;
beforeAll(async () => {
	harness = await startHarness({
		transport: "grpc",
		env: { JOBS_AT_A_TIME: "0" },
	});
	workspace = await givenWorkspace(harness);
	other = new pg.Client(harness.databaseUrl);
	await other.connect();
});
afterAll(async () => {
	await other.end();
	await harness.stop();
});

const hold = (ticketId: string) =>
	other.query(
		`begin; update tickets.tickets set subject = 'Held' where id = '${ticketId}'`,
	);
const countedOn = async (ticketId: string) => {
	const [row] = await harness.sql(
		`select message_count, waiting_since, last_message_at, updated_at from tickets.tickets
		  where workspace_id = $1 and id = $2`,
		[workspace.id, ticketId],
	);
	return row!;
};

it("stores, counts and mails all replies that come at once, some of them to one ticket, in fewer commits", async () => {
	const tickets = await Promise.all(
		Array.from({ length: 4 }, () => givenTicket(harness, workspace)),
	);
	const asked = Array.from({ length: 32 }, (_, i) => ({
		ticketId: tickets[i % 3]!.id as string,
		type: i % 2 ? "note" : "outbound",
		body: `Answer ${i}`,
	}));
	// Notes alone, which do not end the waiting.
	for (let i = 0; i < 8; i += 1)
		asked.push({ ticketId: tickets[3]!.id, type: "note", body: `Note ${i}` });
	const answers = await Promise.all(
		asked.map((each) => givenReply(harness, workspace, each.ticketId, each)),
	);
	for (const [i, { ticketId, type, body }] of asked.entries())
		expect(answers[i]).toMatchObject({
			ticket_id: ticketId,
			type,
			body,
			author: { id: workspace.agentId, email: "ann@desk.example" },
		});
	for (const { id, created_at } of tickets) {
		const own = answers.filter((answer) => answer.ticket_id === id);
		const stored = await messagesOf(harness, workspace, id);
		expect(stored.slice(1)).toEqual(
			own.toSorted((a, b) =>
				`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? -1 : 1,
			),
		);
		const last = new Date(
			own
				.map((each) => each.created_at)
				.sort()
				.at(-1),
		);
		expect(await countedOn(id)).toEqual({
			message_count: own.length + 1,
			waiting_since: id === tickets[3]!.id ? new Date(created_at) : null,
			last_message_at: last,
			updated_at: last,
		});
	}
	const mails = await harness.sql<{ id: string }>(
		"select payload ->> 'messageId' as id from tickets_mail_jobs._private_jobs where payload::jsonb ? 'messageId'",
	);
	expect(mails.map(({ id }) => id).sort()).toEqual(
		answers
			.filter(({ type }) => type === "outbound")
			.map(({ id }) => id)
			.sort(),
	);
	const [commits] = await harness.sql<{ count: number }>(
		"select count(distinct xmin::text)::int as count from tickets.messages where id = any($1)",
		[answers.map(({ id }) => id)],
	);
	expect(commits!.count).toBeLessThan(asked.length / 2);
});

it("keeps no reply waiting for a transaction that changes another ticket", async () => {
	const [held, ...free] = await Promise.all(
		Array.from({ length: 5 }, () => givenTicket(harness, workspace)),
	);
	await hold(held!.id);
	const call = callOf(workspace);
	const late = harness.api.createMessage(newReply(held!.id), call);
	// A repetition of the same call, which waits as well.
	const again = harness.api.createMessage(newReply(held!.id), call);
	const deadline = Date.now() + TIMEOUT.timeout;
	const answers = await Promise.all(
		free.map(({ id }) =>
			harness.api.createMessage(newReply(id), callOf(workspace, { deadline })),
		),
	);
	expect(answers.map((answer) => json(answer).ticket_id)).toEqual(
		free.map(({ id }) => id),
	);
	await expect.poll(() => lockWaits(harness), TIMEOUT).toBe(2);
	await other.query("commit");
	expect(json(await late)).toEqual(json(await again));
	expect(await messagesOf(harness, workspace, held!.id)).toHaveLength(2);
	expect(await countedOn(held!.id)).toMatchObject({
		message_count: 2,
		waiting_since: null,
	});
});

it("refuses a reply whose ticket is deleted while it waits", async () => {
	const { id } = await givenTicket(harness, workspace);
	await other.query(
		`begin; update tickets.tickets set deleted_at = now() where id = '${id}'`,
	);
	const reply = harness.api.createMessage(newReply(id), callOf(workspace));
	const refused = expect(reply).rejects.toMatchObject({
		code: "ticket_not_found",
	});
	await expect.poll(() => lockWaits(harness), TIMEOUT).toBe(1);
	await other.query("commit");
	await refused;
});

it("refuses of replies that come at once only those whose ticket or author is not there", async () => {
	const stranger = await givenWorkspace(harness);
	const ours = await givenTicket(harness, workspace);
	const theirs = await givenTicket(harness, stranger);
	const answers = await Promise.allSettled(
		[
			newReply(ours.id),
			newReply(theirs.id),
			newReply(ours.id, { authorId: stranger.agentId }),
			newReply(newId("tkt", Date.now())),
			newReply(ours.id, { type: "note" }),
		].map((each) => harness.api.createMessage(each, callOf(workspace))),
	);
	expect(
		answers.map((each) =>
			each.status === "fulfilled" ? each.value.status : each.reason.code,
		),
	).toEqual([
		201,
		"ticket_not_found",
		"author_not_found",
		"ticket_not_found",
		201,
	]);
	expect(await messagesOf(harness, workspace, ours.id)).toHaveLength(3);
	expect(await messagesOf(harness, stranger, theirs.id)).toHaveLength(1);
});
