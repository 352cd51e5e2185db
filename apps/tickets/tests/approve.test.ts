import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drafting } from "./drafting.ts";
import { buildGates, type Gates } from "./gates.ts";
import {
	approve,
	callOf,
	givenDraft,
	givenInbound,
	givenTicket,
	lockWaits,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const PARALLEL = 20;
const IN_FLIGHT = 4; // at least; opening connections takes a busy machine its time

describe.each(TRANSPORTS)("approving a draft %s", (transport) => {
	let harness: Harness;
	let gates: Gates;
	let workspace: Workspace;
	useHarness(transport, (given) => {
		({ harness, workspace } = given);
	});
	beforeAll(async () => {
		gates = await buildGates(harness.databaseUrl);
	});
	afterAll(() => gates.close());

	const { conversation, draftOf, enrichAgain, repliesOf } = drafting(() => ({
		harness,
		workspace,
	}));
	const mailsTo = (address: string) =>
		harness.mail.mails.filter(({ to }) => to.includes(address));

	it("sends exactly the draft that is shown, by the key's owner, and shows it as approved", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		const answer = json(await approve(harness, workspace, ticket.id, draft.id));
		expect(answer.message).toMatchObject({
			ticket_id: ticket.id,
			type: "outbound",
			body: draft.body,
			ai_generated: true,
			status: "queued",
			author: { type: "agent", id: workspace.agentId },
		});
		const shown = await draftOf(ticket.id);
		expect(shown).toEqual(answer.draft);
		expect(shown).toEqual({
			...draft,
			status: "approved",
			updated_at: shown.updated_at,
		});
		const { ai, waiting_since, message_count } = await conversation(ticket.id);
		expect(ai).toMatchObject({ draft_ready: false, draft_id: null });
		expect({ waiting_since, message_count }).toEqual({
			waiting_since: null,
			message_count: 2,
		});
		await harness.settle();
		expect(mailsTo(ticket.contact.email)).toHaveLength(1);
	});

	it("does not date back a draft that a process with a faster clock has written", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		const [written] = await harness.sql<{ created_at: Date }>(
			`update tickets.drafts
			    set created_at = now() + interval '5 seconds',
			        updated_at = now() + interval '5 seconds'
			  where ticket_id = $1
			returning created_at`,
			[ticket.id],
		);
		const { draft } = json(await approve(harness, workspace, ticket.id));
		const createdAt = written!.created_at;
		expect(draft).toMatchObject({
			status: "approved",
			created_at: createdAt.toISOString(),
			updated_at: new Date(createdAt.getTime() + 1).toISOString(),
		});
		expect(await draftOf(ticket.id)).toEqual(draft);
	});

	it("sends one message and one mail of twenty parallel approvals", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		await gates.shut("before the commit");
		const approvals = Promise.allSettled(
			Array.from({ length: PARALLEL }, () =>
				approve(harness, workspace, ticket.id),
			),
		);
		// The first one may commit when others are in the middle of theirs.
		await expect.poll(() => lockWaits(harness)).toBeGreaterThan(IN_FLIGHT);
		await gates.open("before the commit");
		const outcomes = await approvals;
		const refusals = outcomes
			.filter((outcome) => outcome.status === "rejected")
			.map(({ reason }) => [reason.type, reason.code]);
		expect(refusals).toEqual(
			Array(PARALLEL - 1).fill(["conflict", "draft_already_approved"]),
		);
		expect(await repliesOf(ticket.id)).toHaveLength(1);
		await harness.settle();
		expect(mailsTo(ticket.contact.email)).toHaveLength(1);
	});

	it("gives twenty parallel approvals of one key one answer", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		const idempotency = { key: crypto.randomUUID(), fingerprint: "same" };
		const answers = await Promise.all(
			Array.from({ length: PARALLEL }, () =>
				harness.api.approveDraft(
					{ ticketId: ticket.id, idempotency },
					callOf(workspace),
				),
			),
		);
		expect(new Set(answers.map(({ body }) => String(body))).size).toBe(1);
		expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
		expect(await repliesOf(ticket.id)).toHaveLength(1);
	});

	it("refuses a draft that a newer message of the customer has made stale", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		await givenInbound(harness, workspace, ticket.id, "Hello?");
		const stale = { type: "conflict", code: "draft_stale", param: null };
		await expect(approve(harness, workspace, ticket.id)).rejects.toMatchObject(
			stale,
		);
		await expect(
			approve(harness, workspace, ticket.id, draft.id),
		).rejects.toMatchObject(stale);
		expect(await repliesOf(ticket.id)).toEqual([]);
	});

	it("refuses a draft that another one has superseded, and sends that one", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		await givenInbound(harness, workspace, ticket.id, "Hello?");
		await enrichAgain(ticket.id);
		await expect(
			approve(harness, workspace, ticket.id, draft.id),
		).rejects.toMatchObject({ code: "draft_stale", param: "draft_id" });
		const { draft: approved } = json(
			await approve(harness, workspace, ticket.id),
		);
		expect(approved.id).not.toBe(draft.id);
		expect(await repliesOf(ticket.id)).toHaveLength(1);
	});

	it("has nothing to approve where there is no draft", async () => {
		const ticket = await givenTicket(harness, workspace);
		await harness.settle();
		await expect(approve(harness, workspace, ticket.id)).rejects.toMatchObject({
			type: "not_found",
			code: "draft_not_found",
		});
	});

	it("sends nothing on a ticket that was deleted", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		await harness.api.deleteTicket({ id: ticket.id }, callOf(workspace));
		const ticketId = ticket.id;
		const gone = { type: "not_found", code: "ticket_not_found" };
		await expect(approve(harness, workspace, ticketId)).rejects.toMatchObject(
			gone,
		);
		await expect(draftOf(ticketId)).rejects.toMatchObject(gone);
		await harness.settle();
		expect(mailsTo(ticket.contact.email)).toEqual([]);
	});

	it("either sends the draft and deletes the ticket or only deletes it, when both come at once", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		const [approved, deleted] = await Promise.allSettled([
			approve(harness, workspace, ticket.id),
			harness.api.deleteTicket({ id: ticket.id }, callOf(workspace)),
		]);
		expect(deleted.status).toBe("fulfilled");
		await harness.settle();
		expect(mailsTo(ticket.contact.email)).toHaveLength(
			approved.status === "fulfilled" ? 1 : 0,
		);
	});
});
