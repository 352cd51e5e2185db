import { describe, expect, it } from "vitest";
import { drafting } from "./drafting.ts";
import { usualUpstreams } from "./fake-upstreams.ts";
import { callOf, givenDraft, givenInbound, type Workspace } from "./given.ts";
import type { Harness } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

describe.each(TRANSPORTS)("the drafts of a ticket %s", (transport) => {
	let harness: Harness;
	let workspace: Workspace;
	useHarness(transport, (given) => {
		({ harness, workspace } = given);
	});

	const { conversation, draftOf, draftsOf, enrichAgain, givenWriting } =
		drafting(() => ({ harness, workspace }));

	it("makes one draft of a message, however often and however many at once it is asked", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		let written = 0;
		harness.upstreams.writeDraft = (request, context) => {
			written += 1;
			return usualUpstreams().writeDraft(request, context);
		};
		await enrichAgain(ticket.id);
		for (let times = 0; times < 8; times += 1) {
			const payload = { workspaceId: workspace.id, ticketId: ticket.id };
			await harness.queue("enrich", payload);
		}
		await harness.settle();
		expect(await draftsOf(ticket.id)).toHaveLength(1);
		expect((await draftOf(ticket.id)).id).toBe(draft.id);
		expect(written, "a language model is paid for each").toBe(0);
	});

	it("supersedes the draft when the customer writes again", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		const again = await givenInbound(harness, workspace, ticket.id, "Hello?");
		expect(await draftOf(ticket.id)).toMatchObject({
			id: draft.id,
			status: "ready",
			stale: true,
		});
		await enrichAgain(ticket.id);
		const next = await draftOf(ticket.id);
		expect(next).toMatchObject({
			in_reply_to: again,
			status: "ready",
			stale: false,
		});
		expect((await conversation(ticket.id)).ai.draft_id).toBe(next.id);
		expect((await draftsOf(ticket.id)).map(({ status }) => status)).toEqual([
			"superseded",
			"ready",
		]);
	});

	it("takes the draft back when nothing answers what the customer wrote last", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		await givenInbound(harness, workspace, ticket.id, "And my cat?");
		harness.resetUpstreams();
		await enrichAgain(ticket.id);
		expect((await conversation(ticket.id)).ai).toMatchObject({
			draft_ready: false,
			draft_id: null,
		});
		expect(await draftOf(ticket.id)).toMatchObject({
			id: draft.id,
			status: "superseded",
			stale: true,
		});
	});

	it("shows the newest draft also when it was made by a clock that is behind", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		const again = await givenInbound(harness, workspace, ticket.id, "Hello?");
		await harness.sql(
			"update tickets.drafts set created_at = created_at + interval '1 minute' where ticket_id = $1",
			[ticket.id],
		);
		await enrichAgain(ticket.id);
		expect(await draftOf(ticket.id)).toMatchObject({
			in_reply_to: again,
			status: "ready",
		});
	});

	it("does not draft an answer to a message that a newer one has overtaken meanwhile", async () => {
		const { ticket, goOn } = await givenWriting();
		await givenInbound(harness, workspace, ticket.id, "Hello?");
		goOn();
		await harness.settle();
		expect(await draftsOf(ticket.id)).toEqual([]);
	});

	it("leaves a ticket alone that is deleted while its draft is written", async () => {
		const { ticket, goOn } = await givenWriting();
		await harness.api.deleteTicket({ id: ticket.id }, callOf(workspace));
		goOn();
		await harness.settle();
		expect(await draftsOf(ticket.id)).toEqual([]);
	});
});
