import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { describe, expect, it } from "vitest";
import { changingArticle } from "./changing-article.ts";
import { drafting } from "./drafting.ts";
import { away, usualUpstreams } from "./fake-upstreams.ts";
import { approve, callOf, givenDraft, type Workspace } from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const WAIT = { timeout: 8_000 };

describe.each(TRANSPORTS)("drafts whose article changes %s", (transport) => {
	let harness: Harness;
	let workspace: Workspace;
	useHarness(transport, (given) => {
		({ harness, workspace } = given);
	});

	const {
		conversation,
		draftOf,
		enrichAgain,
		givenWriting,
		repliesOf,
		statusesOf,
	} = drafting(() => ({ harness, workspace }));
	const { edit, withdraw, report } = changingArticle(() => ({
		harness,
		workspace,
	}));

	it("are made again, and the ticket's updated_at stays", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		const before = await conversation(ticket.id);
		edit();
		await report(ticket.id);
		await harness.settle();
		const next = await draftOf(ticket.id);
		expect(next).toMatchObject({
			body: "Dear Carl, Refunds take three days.",
			status: "ready",
			stale: false,
			in_reply_to: draft.in_reply_to,
		});
		expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
		const after = await conversation(ticket.id);
		expect(after.ai).toMatchObject({ draft_ready: true, draft_id: next.id });
		expect(after.updated_at).toBe(before.updated_at);
	});

	it("are made again once the AI service is back, and are not sent meanwhile", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		edit();
		harness.upstreams.writeDraft = away;
		await report(ticket.id);
		expect(await draftOf(ticket.id)).toMatchObject({
			id: draft.id,
			status: "superseded",
			stale: true,
		});
		expect((await conversation(ticket.id)).ai).toMatchObject({
			draft_ready: false,
			draft_id: null,
		});
		await expect(
			approve(harness, workspace, ticket.id, draft.id),
		).rejects.toMatchObject({
			type: "conflict",
			code: "draft_stale",
			param: null,
		});
		harness.upstreams.writeDraft = usualUpstreams().writeDraft;
		await harness.settle();
		expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
	});

	it("are reported again when the knowledge service fails before it has said what changed", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		edit();
		const { listArticleVersions } = harness.upstreams;
		let refused = 0;
		harness.upstreams.listArticleVersions = () => {
			refused += 1;
			return away();
		};
		const reported = report(ticket.id);
		await expect.poll(() => refused, WAIT).toBeGreaterThan(0);
		harness.upstreams.listArticleVersions = listArticleVersions;
		await reported;
		await harness.settle();
		expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
	});

	it("are looked at again when their article changes while they are written", async () => {
		const { ticket, goOn } = await givenWriting();
		edit();
		await report(ticket.id); // there is nothing to take back yet
		goOn();
		await harness.settle();
		const { body } = await draftOf(ticket.id);
		expect(body).toBe("Dear Carl, Refunds take three days.");
		expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
	});

	it("are only taken back on a resolved ticket, and left alone on a deleted one", async () => {
		const resolved = await givenDraft(harness, workspace);
		const deleted = await givenDraft(harness, workspace);
		const patch = {
			id: resolved.ticket.id,
			view: View.VIEW_TICKET,
			status: "resolved",
		};
		await harness.api.updateTicket(patch, callOf(workspace));
		await harness.api.deleteTicket(
			{ id: deleted.ticket.id },
			callOf(workspace),
		);
		edit();
		await report(resolved.ticket.id, deleted.ticket.id);
		await harness.settle();
		expect(await statusesOf(resolved.ticket.id)).toEqual(["superseded"]);
		const { ai } = await conversation(resolved.ticket.id);
		expect(ai).toMatchObject({ draft_ready: false, draft_id: null });
		expect(await statusesOf(deleted.ticket.id)).toEqual(["ready"]);
	});

	it("stay sent once they were approved", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		const sent = json(await approve(harness, workspace, ticket.id));
		edit();
		await report(ticket.id);
		await harness.settle();
		expect(await draftOf(ticket.id)).toEqual(sent.draft);
		expect(await repliesOf(ticket.id)).toHaveLength(1);
	});

	it("stay as they are when what they quote stands, however often that is asked", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		await report(ticket.id, ticket.id);
		await enrichAgain(ticket.id);
		expect(await draftOf(ticket.id)).toEqual(draft);
	});

	it("depend on publication alone where the versions of their sources were not stored", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		await harness.sql(
			"update tickets.drafts set source_versions = '{}' where id = $1",
			[draft.id],
		);
		edit();
		await report(ticket.id);
		expect(await draftOf(ticket.id)).toEqual(draft);
		withdraw();
		await report(ticket.id);
		expect((await draftOf(ticket.id)).status).toBe("superseded");
	});
});
