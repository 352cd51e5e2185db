import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	it,
	onTestFinished,
} from "vitest";
import { changingArticle } from "./changing-article.ts";
import { drafting } from "./drafting.ts";
import { away, frozen, usualUpstreams } from "./fake-upstreams.ts";
import { buildGates, type Gates } from "./gates.ts";
import {
	approve,
	givenDraft,
	givenReply,
	lockWaits,
	messagesOf,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const PARALLEL = 20;
const IN_FLIGHT = 4;
const LOCK_TIMEOUT_MS = 2_000; // packages/pg/src/connection/pool.ts

describe.each(TRANSPORTS)("drafts that are approved %s", (transport) => {
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

	const { conversation, draftOf, givenWriting, repliesOf, statusesOf } =
		drafting(() => ({ harness, workspace }));
	const { edit, withdraw, report } = changingArticle(() => ({
		harness,
		workspace,
	}));

	const outcomeOf = (approval: Promise<unknown>): Promise<string> =>
		approval.then(
			() => "sent",
			({ code }) => code,
		);
	/** Another transaction changes the ticket until it is rolled back. */
	const holdTicket = async (id: string) => {
		const holder = new pg.Client(harness.databaseUrl);
		await holder.connect();
		onTestFinished(() => holder.end());
		await holder.query(
			`begin; update tickets.tickets set subject = subject where id = '${id}'`,
		);
		return holder;
	};

	it("are retracted by an approval that comes before the change was reported", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		withdraw();
		await expect(
			approve(harness, workspace, ticket.id, draft.id),
		).rejects.toMatchObject({ code: "draft_stale", param: null });
		expect(await draftOf(ticket.id)).toMatchObject({
			id: draft.id,
			status: "superseded",
		});
		await harness.settle();
		expect((await conversation(ticket.id)).ai.suggested_articles).toEqual([]);
		expect(await repliesOf(ticket.id)).toEqual([]);
	});

	it.each([
		["away", away],
		["silent", frozen],
	])(
		"are sent as they are shown while the help centre is %s",
		async (_how, listArticleVersions) => {
			const { ticket, draft } = await givenDraft(harness, workspace);
			harness.upstreams.listArticleVersions = listArticleVersions;
			const { message } = json(
				await approve(harness, workspace, ticket.id, draft.id),
			);
			expect(message.body).toBe(draft.body);
		},
	);

	it("are not sent by an approval that began before they were there, and has not compared what they quote", async () => {
		const { ticket, goOn } = await givenWriting();
		const { id } = ticket;
		edit();
		const holder = await holdTicket(id);
		goOn();
		await expect.poll(() => lockWaits(harness)).toBe(1);
		const outcome = outcomeOf(approve(harness, workspace, id));
		await expect.poll(() => lockWaits(harness)).toBe(2);
		await holder.query("rollback");
		expect(await outcome).toBe("draft_stale");
		await harness.settle();
		const { body } = await draftOf(id);
		expect(body).toBe("Dear Carl, Refunds take three days.");
		expect(await repliesOf(id)).toEqual([]);
	});

	it("are not sent where they could not be taken back", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		withdraw();
		const holder = await holdTicket(ticket.id);
		const outcome = outcomeOf(approve(harness, workspace, ticket.id));
		await sleep(LOCK_TIMEOUT_MS + 500);
		await holder.query("rollback");
		expect(await outcome).toBe("service_unavailable");
		expect(await outcomeOf(approve(harness, workspace, ticket.id))).toBe(
			"draft_stale",
		);
		expect(await repliesOf(ticket.id)).toEqual([]);
	});

	it("are dated when they are sent, not when the help centre was asked", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		const asked = Promise.withResolvers<void>();
		const mayAnswer = Promise.withResolvers<void>();
		harness.upstreams.listArticleVersions = async (request, context) => {
			asked.resolve();
			await mayAnswer.promise;
			return usualUpstreams().listArticleVersions(request, context);
		};
		const approval = approve(harness, workspace, ticket.id);
		await asked.promise;
		const note = await givenReply(harness, workspace, ticket.id, {
			type: "note",
		});
		mayAnswer.resolve();
		const { message } = json(await approval);
		const ids = (await messagesOf(harness, workspace, ticket.id)).map(
			({ id }: { id: string }) => id,
		);
		expect(ids.slice(1)).toEqual([note.id, message.id]);
	});

	it("are sent once or not at all when approvals come while they are taken back", async () => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		await gates.shut("before the commit");
		const approvals = Promise.allSettled(
			Array.from({ length: PARALLEL }, () =>
				approve(harness, workspace, ticket.id),
			),
		);
		await expect.poll(() => lockWaits(harness)).toBeGreaterThan(IN_FLIGHT);
		edit();
		const reported = report(ticket.id);
		await gates.open("before the commit");
		const outcomes = await approvals;
		await reported;
		await harness.settle();
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
		const { ticket, draft } = await givenDraft(harness, workspace);
		edit();
		const reported = report(ticket.id);
		const outcomes: { id: string; outcome: string }[] = [];
		while ((await repliesOf(ticket.id)).length === 0) {
			const { id } = await draftOf(ticket.id);
			const outcome = await outcomeOf(
				approve(harness, workspace, ticket.id, id),
			);
			outcomes.push({ id, outcome });
		}
		await reported;
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
