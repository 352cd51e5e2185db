import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { describe, expect, it } from "vitest";
import { changingArticle } from "./changing-article.ts";
import { type Desk, json } from "./desk.ts";
import { drafting } from "./drafting.ts";
import { away, usualUpstreams } from "./fake-upstreams.ts";
import { approve, callOf, givenDraft, type Workspace } from "./given.ts";
import { useDesk } from "./use-desk.ts";
import { WIRES } from "./wire.ts";

const WAIT = { timeout: 8_000 };

describe.each(WIRES)("drafts whose article changes %s", (wire) => {
	let desk: Desk;
	let workspace: Workspace;
	useDesk(wire, (given) => {
		({ desk, workspace } = given);
	});

	const {
		conversation,
		draftOf,
		enrichAgain,
		givenWriting,
		repliesOf,
		statusesOf,
	} = drafting(() => ({ desk, workspace }));
	const { edit, withdraw, tell } = changingArticle(() => ({ desk, workspace }));

	it("are made again, and the ticket's updated_at stays", async () => {
		const { ticket, draft } = await givenDraft(desk, workspace);
		const before = await conversation(ticket.id);
		edit();
		await tell(ticket.id);
		await desk.settle();
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
		const { ticket, draft } = await givenDraft(desk, workspace);
		edit();
		desk.upstreams.writeDraft = away;
		await tell(ticket.id);
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
			approve(desk, workspace, ticket.id, draft.id),
		).rejects.toMatchObject({
			type: "conflict",
			code: "draft_stale",
			param: null,
		});
		desk.upstreams.writeDraft = usualUpstreams().writeDraft;
		await desk.settle();
		expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
	});

	it("are told of again when the help centre goes away before it has said what changed", async () => {
		const { ticket } = await givenDraft(desk, workspace);
		edit();
		const { listArticleVersions } = desk.upstreams;
		let refused = 0;
		desk.upstreams.listArticleVersions = () => {
			refused += 1;
			return away();
		};
		const told = tell(ticket.id);
		await expect.poll(() => refused, WAIT).toBeGreaterThan(0);
		desk.upstreams.listArticleVersions = listArticleVersions;
		await told;
		await desk.settle();
		expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
	});

	it("are looked at again when their article changes while they are written", async () => {
		const { ticket, goOn } = await givenWriting();
		edit();
		await tell(ticket.id); // there is nothing to take back yet
		goOn();
		await desk.settle();
		const { body } = await draftOf(ticket.id);
		expect(body).toBe("Dear Carl, Refunds take three days.");
		expect(await statusesOf(ticket.id)).toEqual(["superseded", "ready"]);
	});

	it("are only taken back on a resolved ticket, and left alone on a deleted one", async () => {
		const resolved = await givenDraft(desk, workspace);
		const deleted = await givenDraft(desk, workspace);
		const patch = {
			id: resolved.ticket.id,
			view: View.VIEW_TICKET,
			status: "resolved",
		};
		await desk.api.updateTicket(patch, callOf(workspace));
		await desk.api.deleteTicket({ id: deleted.ticket.id }, callOf(workspace));
		edit();
		await tell(resolved.ticket.id, deleted.ticket.id);
		await desk.settle();
		expect(await statusesOf(resolved.ticket.id)).toEqual(["superseded"]);
		const { ai } = await conversation(resolved.ticket.id);
		expect(ai).toMatchObject({ draft_ready: false, draft_id: null });
		expect(await statusesOf(deleted.ticket.id)).toEqual(["ready"]);
	});

	it("stay sent once they were approved", async () => {
		const { ticket } = await givenDraft(desk, workspace);
		const sent = json(await approve(desk, workspace, ticket.id));
		edit();
		await tell(ticket.id);
		await desk.settle();
		expect(await draftOf(ticket.id)).toEqual(sent.draft);
		expect(await repliesOf(ticket.id)).toHaveLength(1);
	});

	it("stay as they are when what they quote stands, however often that is asked", async () => {
		const { ticket, draft } = await givenDraft(desk, workspace);
		await tell(ticket.id, ticket.id);
		await enrichAgain(ticket.id);
		expect(await draftOf(ticket.id)).toEqual(draft);
	});

	it("go by whether it is published where nobody kept what they were made from", async () => {
		const { ticket, draft } = await givenDraft(desk, workspace);
		await desk.sql(
			"update tickets.drafts set source_versions = '{}' where id = $1",
			[draft.id],
		);
		edit();
		await tell(ticket.id);
		expect(await draftOf(ticket.id)).toEqual(draft);
		withdraw();
		await tell(ticket.id);
		expect((await draftOf(ticket.id)).status).toBe("superseded");
	});
});
