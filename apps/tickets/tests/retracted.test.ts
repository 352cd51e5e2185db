import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drafting } from "./drafting.ts";
import {
	approve,
	callOf,
	givenDraft,
	givenInbound,
	givenReply,
	lockWaits,
	newReply,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const STALE = { type: "conflict", code: "draft_stale", param: null };
const ROUNDS = 40;
const AT_ONCE = 8;
const KEYED = [false, true];

/** A message is stored in one of two ways: with a client's key, or together with others. */
const keyFor = (keyed: boolean) =>
	keyed ? { key: crypto.randomUUID(), fingerprint: "reply" } : undefined;

describe.each(TRANSPORTS)(
	"drafts that nothing needs any more %s",
	(transport) => {
		let harness: Harness;
		let workspace: Workspace;
		let other: pg.Client;
		useHarness(transport, (given) => {
			({ harness, workspace } = given);
		});
		beforeAll(async () => {
			other = new pg.Client(harness.databaseUrl);
			await other.connect();
		});
		afterAll(() => other.end());

		const {
			conversation,
			draftOf,
			draftsOf,
			enrichAgain,
			givenWriting,
			repliesOf,
			statusesOf,
		} = drafting(() => ({ harness, workspace }));
		const setStatus = async (id: string, status: string) =>
			json(
				await harness.api.updateTicket(
					{ id, view: View.VIEW_CONVERSATION, status },
					callOf(workspace),
				),
			);
		/** Of each message to the customer whether it was a draft, oldest first. */
		const generatedOf = async (ticketId: string): Promise<boolean[]> =>
			(await repliesOf(ticketId)).map(
				({ ai_generated }: { ai_generated: boolean }) => ai_generated,
			);
		/** No reader is offered the draft, and no request can send it. */
		const expectRetracted = async (ticketId: string, draftId: string) => {
			const { ai } = await conversation(ticketId);
			expect(ai).toMatchObject({ draft_ready: false, draft_id: null });
			expect(await draftOf(ticketId)).toMatchObject({
				id: draftId,
				status: "superseded",
				stale: true,
			});
			for (const named of [undefined, draftId])
				await expect(
					approve(harness, workspace, ticketId, named),
				).rejects.toMatchObject(STALE);
		};

		it.each(KEYED)(
			"are retracted by an agent's own reply, with a client's key: %s",
			async (keyed) => {
				const { ticket, draft } = await givenDraft(harness, workspace);
				await givenReply(harness, workspace, ticket.id, {
					idempotency: keyFor(keyed),
				});
				expect(await statusesOf(ticket.id)).toEqual(["superseded"]);
				await expectRetracted(ticket.id, draft.id);
				expect((await draftOf(ticket.id)).updated_at > draft.updated_at).toBe(
					true,
				);
				expect(await repliesOf(ticket.id)).toHaveLength(1);
			},
		);

		it.each(KEYED)(
			"stay when an agent writes a note, with a client's key: %s",
			async (keyed) => {
				const { ticket, draft } = await givenDraft(harness, workspace);
				await givenReply(harness, workspace, ticket.id, {
					type: "note",
					idempotency: keyFor(keyed),
				});
				expect(await draftOf(ticket.id)).toEqual(draft);
				await approve(harness, workspace, ticket.id, draft.id);
			},
		);

		it("are retracted for each of the tickets that replies at once are about, and for no other", async () => {
			const drafts = [];
			for (let i = 0; i < AT_ONCE; i += 1)
				drafts.push(await givenDraft(harness, workspace));
			await Promise.all(
				drafts.map(({ ticket }, i) =>
					givenReply(harness, workspace, ticket.id, {
						type: i % 2 ? "note" : "outbound",
					}),
				),
			);
			for (const [i, { ticket }] of drafts.entries())
				expect((await draftOf(ticket.id)).status).toBe(
					i % 2 ? "ready" : "superseded",
				);
		});

		it("are retracted when the ticket is resolved, and made again when it is reopened", async () => {
			const { ticket, draft } = await givenDraft(harness, workspace);
			const { ai } = await setStatus(ticket.id, "resolved");
			expect(ai).toMatchObject({ draft_ready: false, draft_id: null });
			await expectRetracted(ticket.id, draft.id);
			await setStatus(ticket.id, "open");
			await harness.settle();
			expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
			await approve(harness, workspace, ticket.id);
		});

		it("are not made again for a reopened ticket whose customer was answered", async () => {
			const { ticket, draft } = await givenDraft(harness, workspace);
			await givenReply(harness, workspace, ticket.id);
			await setStatus(ticket.id, "resolved");
			await setStatus(ticket.id, "open");
			await harness.settle();
			await enrichAgain(ticket.id);
			await expectRetracted(ticket.id, draft.id);
			expect(await draftsOf(ticket.id)).toHaveLength(1);
		});

		it("are made for what the customer writes after an agent's reply", async () => {
			const { ticket } = await givenDraft(harness, workspace);
			await givenReply(harness, workspace, ticket.id);
			const again = await givenInbound(
				harness,
				workspace,
				ticket.id,
				"Since when?",
			);
			await enrichAgain(ticket.id);
			expect(await draftOf(ticket.id)).toMatchObject({
				in_reply_to: again,
				status: "ready",
				stale: false,
			});
			await approve(harness, workspace, ticket.id);
		});

		it.each(KEYED)(
			"are not stored when an agent has answered while they were written, with a client's key: %s",
			async (keyed) => {
				const { ticket, goOn } = await givenWriting();
				await givenReply(harness, workspace, ticket.id, {
					idempotency: keyFor(keyed),
				});
				goOn();
				await harness.settle();
				expect(await draftsOf(ticket.id)).toEqual([]);
				expect((await conversation(ticket.id)).ai.draft_ready).toBe(false);
			},
		);

		it("are not stored when the ticket was resolved while they were written, but when it is reopened", async () => {
			const { ticket, goOn } = await givenWriting();
			await setStatus(ticket.id, "resolved");
			goOn();
			await harness.settle();
			expect(await draftsOf(ticket.id)).toEqual([]);
			await setStatus(ticket.id, "pending");
			await harness.settle();
			expect(await statusesOf(ticket.id)).toEqual(["ready"]);
		});

		it("are retracted by a reply that waited while they were stored", async () => {
			const { ticket, goOn } = await givenWriting();
			await other.query("begin");
			await other.query(
				"select from tickets.tickets where id = $1 for no key update",
				[ticket.id],
			);
			// What the job does while it holds the ticket; the reply's statement began before that was committed.
			const reply = harness.api.createMessage(
				newReply(ticket.id),
				callOf(workspace),
			);
			await expect.poll(() => lockWaits(harness)).toBe(1);
			const draftId = "drf_01j0000000000000000000000z";
			await other.query(
				`insert into tickets.drafts (workspace_id, ticket_id, id, in_reply_to, body, status, confidence, sources,
			                             generated_by, created_at, updated_at)
			 select workspace_id, ticket_id, $2, id, 'Hello', 'ready', 1, '[]', 'fake', now(), now()
			   from tickets.messages where ticket_id = $1`,
				[ticket.id, draftId],
			);
			await other.query(
				"update tickets.tickets set ready_draft_id = $2 where id = $1",
				[ticket.id, draftId],
			);
			await other.query("commit");
			await reply;
			await expectRetracted(ticket.id, draftId);
			goOn();
			await harness.settle();
			await other.query("delete from tickets.drafts where id = $1", [draftId]);
		});

		// A process of an older version, or one beside us during an upgrade, leaves such rows behind.
		it.each([
			"waiting_since = null",
			"status = 'resolved', resolved_at = now()",
			"status = 'archived', resolved_at = now()",
		])("are refused though their rows say ready: %s", async (change) => {
			const { ticket, draft } = await givenDraft(harness, workspace);
			await harness.sql(`update tickets.tickets set ${change} where id = $1`, [
				ticket.id,
			]);
			expect(await statusesOf(ticket.id)).toEqual(["ready"]);
			await expectRetracted(ticket.id, draft.id);
			const page = { limit: 100, cursor: "", sort: "created_at:desc" };
			const { data } = json(
				await harness.api.listTickets(
					{ view: View.VIEW_TICKET, page } as never,
					callOf(workspace),
				),
			);
			const listed = data.find(({ id }: { id: string }) => id === ticket.id);
			expect(listed.ai.draft_ready).toBe(false);
			await setStatus(ticket.id, "resolved");
			await setStatus(ticket.id, "open");
			await harness.settle();
			expect((await draftsOf(ticket.id))[0]!.status).toBe("superseded");
		});

		it.each([
			{ first: "an approval", sent: [true, false] },
			{ first: "a reply", sent: [false] },
		])(
			"have one winner when $first waits first for the ticket",
			async ({ first, sent }) => {
				const { ticket } = await givenDraft(harness, workspace);
				await other.query("begin");
				await other.query(
					"select from tickets.tickets where id = $1 for no key update",
					[ticket.id],
				);
				const approval = () => approve(harness, workspace, ticket.id);
				const reply = () =>
					harness.api.createMessage(newReply(ticket.id), callOf(workspace));
				const calls =
					first === "a reply" ? [reply, approval] : [approval, reply];
				const outcomes = [];
				for (const [i, call] of calls.entries()) {
					outcomes.push(call());
					await expect.poll(() => lockWaits(harness)).toBe(i + 1);
				}
				const settled = Promise.allSettled(outcomes);
				await other.query("commit");
				const reasons = (await settled).flatMap((outcome) =>
					outcome.status === "rejected" ? [outcome.reason] : [],
				);
				expect(reasons).toMatchObject(sent.length === 1 ? [STALE] : []);
				expect(await generatedOf(ticket.id)).toEqual(sent);
			},
		);

		it("have one winner when an approval and a reply come at once", async () => {
			for (let round = 0; round < ROUNDS; round += AT_ONCE) {
				const given = [];
				for (let i = 0; i < AT_ONCE; i += 1)
					given.push(await givenDraft(harness, workspace));
				await Promise.all(
					given.map(async ({ ticket }, i) => {
						const [approved, replied] = await Promise.allSettled([
							approve(harness, workspace, ticket.id),
							harness.api.createMessage(
								newReply(ticket.id, { idempotency: keyFor(i % 2 === 0) }),
								callOf(workspace),
							),
						]);
						expect(replied.status).toBe("fulfilled");
						const generated = await generatedOf(ticket.id);
						if (approved.status === "fulfilled")
							expect(generated).toEqual([true, false]);
						else {
							expect(approved.reason).toMatchObject(STALE);
							expect(generated).toEqual([false]);
						}
					}),
				);
			}
		});

		it("leave nothing to approve when they are stored as an agent answers", async () => {
			for (let round = 0; round < ROUNDS / 2; round += 1) {
				const { ticket, goOn } = await givenWriting();
				goOn();
				await givenReply(harness, workspace, ticket.id, {
					idempotency: keyFor(round % 2 > 0),
				});
				await harness.settle();
				expect((await conversation(ticket.id)).ai.draft_ready).toBe(false);
				await expect(
					approve(harness, workspace, ticket.id),
				).rejects.toMatchObject({
					code: expect.stringMatching(/^draft_(?:stale|not_found)$/),
				});
				expect(await repliesOf(ticket.id)).toHaveLength(1);
			}
		});
	},
);
