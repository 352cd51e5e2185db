import { afterAll, beforeAll, expect, it } from "vitest";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	messagesOf,
	newReply,
	newTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";

// Calls without a key of the client's, repeated behind its back with the operation id of the first.

const REPEATS = 10;

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness({
		transport: "grpc",
		env: { JOBS_AT_A_TIME: "0" },
	});
	workspace = await givenWorkspace(harness);
});
afterAll(() => harness.stop());

const jobs = async () =>
	(
		await harness.sql(
			`select from tickets_jobs._private_jobs
			  union all
			 select from tickets_mail_jobs._private_jobs`,
		)
	).length;

it.each([
	["one after the other", false],
	["at once", true],
])("makes one ticket of calls repeated %s", async (_, parallel) => {
	const jobsBefore = await jobs();
	const call = callOf(workspace);
	const request = newTicket({ tags: ["a", "b"] });
	const create = () => harness.api.createTicket(request, call);
	const first = parallel ? undefined : await create();
	const answers = await Promise.all(Array.from({ length: REPEATS }, create));
	for (const answer of answers) {
		expect(answer.status).toBe(201);
		expect(answer.replayed).toBe(false);
		expect(json(answer)).toEqual(json(first ?? answers[0]!));
	}
	const { id } = json(answers[0]!);
	expect(await messagesOf(harness, workspace, id)).toHaveLength(1);
	expect((await jobs()) - jobsBefore).toBe(1);
	const contacts = await harness.sql(
		"select from tickets.contacts where workspace_id = $1 and email = $2",
		[workspace.id, request.contactEmail],
	);
	expect(contacts).toHaveLength(1);
});

it.each([
	["one after the other", false],
	["at once", true],
])(
	"stores, counts and mails one reply of calls repeated %s",
	async (_, parallel) => {
		const ticket = await givenTicket(harness, workspace);
		const jobsBefore = await jobs();
		const call = callOf(workspace);
		const reply = () => harness.api.createMessage(newReply(ticket.id), call);
		const first = parallel ? undefined : await reply();
		const answers = await Promise.all(Array.from({ length: REPEATS }, reply));
		for (const answer of answers) {
			expect(answer.status).toBe(201);
			expect(json(answer)).toEqual(json(first ?? answers[0]!));
		}
		expect(await messagesOf(harness, workspace, ticket.id)).toHaveLength(2);
		const [counted] = await harness.sql(
			"select message_count from tickets.tickets where workspace_id = $1 and id = $2",
			[workspace.id, ticket.id],
		);
		expect(counted).toEqual({ message_count: 2 });
		expect((await jobs()) - jobsBefore).toBe(1);
	},
);

it("does not make the ticket again when it has been deleted since", async () => {
	const call = callOf(workspace);
	const request = newTicket();
	const { id } = json(await harness.api.createTicket(request, call));
	await harness.api.deleteTicket({ id }, callOf(workspace));
	await expect(harness.api.createTicket(request, call)).rejects.toMatchObject({
		code: "ticket_not_found",
	});
});

it("makes one contact of tickets that come at once from a new address", async () => {
	const request = newTicket();
	const answers = await Promise.all(
		Array.from({ length: REPEATS }, () =>
			harness.api.createTicket(request, callOf(workspace)),
		),
	);
	const tickets = answers.map(json);
	expect(new Set(tickets.map(({ id }) => id)).size).toBe(REPEATS);
	expect(new Set(tickets.map(({ contact }) => contact.id)).size).toBe(1);
});
