import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import pg from "pg";
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	it,
	onTestFinished,
} from "vitest";
import { type Desk, json } from "./desk.ts";
import { drafting } from "./drafting.ts";
import { ARTICLE, away, frozen, usualUpstreams } from "./fake-upstreams.ts";
import { buildGates, type Gates } from "./gates.ts";
import {
	approve,
	callOf,
	givenDraft,
	givenReply,
	lockWaits,
	messagesOf,
	type Workspace,
} from "./given.ts";
import { useDesk } from "./use-desk.ts";
import { WIRES } from "./wire.ts";

const WAIT = { timeout: 8_000 }; // the service asks every two seconds
const PARALLEL = 20;
const IN_FLIGHT = 4;
const NEW_WORDS = {
	...ARTICLE,
	passages: ["Refunds take three days."],
	version: "second",
};

describe.each(WIRES)("drafts whose article changes %s", (wire) => {
	let desk: Desk;
	let gates: Gates;
	let workspace: Workspace;
	let sequence = 0;
	useDesk(wire, (given) => {
		({ desk, workspace } = given);
	});
	beforeAll(async () => {
		gates = await buildGates(desk.config.db.url);
	});
	afterAll(() => gates.close());

	const { conversation, draftOf, draftsOf, enrichAgain } = drafting(() => ({
		desk,
		workspace,
	}));
	const statusesOf = async (ticketId: string) =>
		(await draftsOf(ticketId)).map(({ status }) => status);
	/** From now on the article says something else. */
	const edit = () => {
		desk.upstreams.findPassages = async () => ({ articles: [NEW_WORDS] });
		desk.upstreams.listArticleVersions = async ({ articleIds }) => ({
			articles: articleIds.map((articleId) => ({
				articleId,
				version: NEW_WORDS.version,
			})),
		});
	};
	/** From now on there is no article. */
	const withdraw = () => {
		desk.upstreams.findPassages = async () => ({ articles: [] });
		desk.upstreams.listArticleVersions = async () => ({ articles: [] });
	};
	/** Resolves when the service has heard that an article of these tickets changed, and has done what it does then. */
	const tell = async (...ticketIds: string[]) => {
		const tickets = ticketIds.map((ticketId) => {
			sequence += 1;
			return {
				sequence,
				workspaceId: workspace.id,
				ticketId,
				articleChanged: true,
			};
		});
		const last = sequence;
		const heard = Promise.withResolvers<void>();
		desk.upstreams.listAnsweredTickets = async ({ after, limit }) => {
			if (after >= last) heard.resolve();
			const rest = tickets.filter((one) => one.sequence > after);
			return { tickets: rest.slice(0, limit) };
		};
		await heard.promise;
	};
	const repliesOf = async (ticketId: string) =>
		(await messagesOf(desk, workspace, ticketId)).filter(
			({ type }: { type: string }) => type === "outbound",
		);

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
		desk.upstreams.findPassages = async () => ({ articles: [ARTICLE] });
		const writing = Promise.withResolvers<void>();
		const changed = Promise.withResolvers<void>();
		desk.upstreams.writeDraft = async (request, context) => {
			writing.resolve();
			await changed.promise;
			return usualUpstreams().writeDraft(request, context);
		};
		const given = givenDraft(desk, workspace);
		await writing.promise;
		edit();
		const [{ id }] = (await desk.sql<{ id: string }>(
			"select id from tickets.tickets order by created_at desc limit 1",
		)) as [{ id: string }];
		await tell(id); // there is nothing to take back yet
		changed.resolve();
		const { draft } = await given;
		expect(draft.body).toBe("Dear Carl, Refunds take three days.");
		expect(await statusesOf(id)).toEqual(["superseded", "ready"]);
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

	it("are taken back by the approval that comes before anybody has told", async () => {
		const { ticket, draft } = await givenDraft(desk, workspace);
		withdraw();
		await expect(
			approve(desk, workspace, ticket.id, draft.id),
		).rejects.toMatchObject({ code: "draft_stale", param: null });
		expect(await draftOf(ticket.id)).toMatchObject({
			id: draft.id,
			status: "superseded",
		});
		await desk.settle();
		expect((await conversation(ticket.id)).ai.suggested_articles).toEqual([]);
		expect(await repliesOf(ticket.id)).toEqual([]);
	});

	it.each([
		["away", away],
		["silent", frozen],
	])(
		"are sent as they are shown while the help centre is %s",
		async (_how, listArticleVersions) => {
			const { ticket, draft } = await givenDraft(desk, workspace);
			desk.upstreams.listArticleVersions = listArticleVersions;
			const { message } = json(
				await approve(desk, workspace, ticket.id, draft.id),
			);
			expect(message.body).toBe(draft.body);
		},
	);

	it("are not sent by an approval that began before they were there, and has not compared what they quote", async () => {
		desk.upstreams.findPassages = async () => ({ articles: [ARTICLE] });
		const writing = Promise.withResolvers<string>();
		const mayWrite = Promise.withResolvers<void>();
		desk.upstreams.writeDraft = async (request, context) => {
			const [row] = await desk.sql<{ id: string }>(
				"select id from tickets.tickets order by created_at desc limit 1",
			);
			writing.resolve(row!.id);
			await mayWrite.promise;
			return usualUpstreams().writeDraft(request, context);
		};
		const given = givenDraft(desk, workspace);
		const id = await writing.promise;
		edit();
		const holder = new pg.Client(desk.config.db.url);
		await holder.connect();
		onTestFinished(() => holder.end());
		await holder.query(
			`begin; update tickets.tickets set subject = subject where id = '${id}'`,
		);
		mayWrite.resolve();
		await expect.poll(() => lockWaits(desk)).toBe(1);
		const outcome = approve(desk, workspace, id).then(
			() => "sent",
			({ code }) => code,
		);
		await expect.poll(() => lockWaits(desk)).toBe(2);
		await holder.query("rollback");
		expect(await outcome).toBe("draft_not_found");
		const { draft } = await given;
		expect(draft.body).toBe("Dear Carl, Refunds take three days.");
		expect(await repliesOf(id)).toEqual([]);
	});

	it("are dated when they are sent, not when the help centre was asked", async () => {
		const { ticket } = await givenDraft(desk, workspace);
		const asked = Promise.withResolvers<void>();
		const mayAnswer = Promise.withResolvers<void>();
		desk.upstreams.listArticleVersions = async (request, context) => {
			asked.resolve();
			await mayAnswer.promise;
			return usualUpstreams().listArticleVersions(request, context);
		};
		const approval = approve(desk, workspace, ticket.id);
		await asked.promise;
		const reply = await givenReply(desk, workspace, ticket.id);
		mayAnswer.resolve();
		const { message } = json(await approval);
		const ids = (await repliesOf(ticket.id)).map(
			({ id }: { id: string }) => id,
		);
		expect(ids).toEqual([reply.id, message.id]);
	});

	it("are sent once or not at all when approvals come while they are taken back", async () => {
		const { ticket, draft } = await givenDraft(desk, workspace);
		await gates.shut("before the commit");
		const approvals = Promise.allSettled(
			Array.from({ length: PARALLEL }, () =>
				approve(desk, workspace, ticket.id),
			),
		);
		await expect.poll(() => lockWaits(desk)).toBeGreaterThan(IN_FLIGHT);
		edit();
		const told = tell(ticket.id);
		await gates.open("before the commit");
		const outcomes = await approvals;
		await told;
		await desk.settle();
		const codes = outcomes.map((outcome) =>
			outcome.status === "fulfilled" ? "sent" : outcome.reason.code,
		);
		const sent = codes.filter((code) => code === "sent");
		expect(sent).toHaveLength(1);
		expect(new Set(codes)).toEqual(new Set(["sent", "draft_already_approved"]));
		expect(await repliesOf(ticket.id)).toMatchObject([{ body: draft.body }]);
		expect(await statusesOf(ticket.id)).toEqual(["approved"]);
	});

	it("send what was shown, once, when a new draft comes between the approvals", async () => {
		const { ticket, draft } = await givenDraft(desk, workspace);
		edit();
		const told = tell(ticket.id);
		const outcomes: { id: string; outcome: string }[] = [];
		while ((await repliesOf(ticket.id)).length === 0) {
			const { id } = await draftOf(ticket.id);
			const outcome = await approve(desk, workspace, ticket.id, id).then(
				() => "sent",
				({ code }) => code,
			);
			outcomes.push({ id, outcome });
		}
		await told;
		const last = outcomes.pop()!;
		expect(last.outcome).toBe("sent");
		expect(last.id).not.toBe(draft.id);
		expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(
			new Set(["draft_stale"]),
		);
		expect(await repliesOf(ticket.id)).toMatchObject([
			{ body: "Dear Carl, Refunds take three days." },
		]);
	});
});
