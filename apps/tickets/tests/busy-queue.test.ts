import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ARTICLE } from "./fake-upstreams.ts";
import {
	callOf,
	givenReply,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";

const JOBS = 10_000;
const WRITING_MS = 40; // the AI service's and the help centre's time for a draft
// How many of those may be ahead, whatever the machine's speed; in order of arrival it would be all.
const DRAFTS_AHEAD = 500;
const MAILS_AHEAD = 2_000; // which are sent already, so that each takes next to nothing

let harness: Harness;
let busy: Workspace;
let quiet: Workspace;
beforeAll(async () => {
	harness = await startHarness();
	busy = await givenWorkspace(harness);
	quiet = await givenWorkspace(harness);
});
afterEach(async () => {
	for (const queue of ["tickets_jobs", "tickets_mail_jobs"])
		await harness.sql(
			`delete from ${queue}._private_jobs where locked_at is null`,
		);
	harness.resetUpstreams();
	await harness.settle();
});
afterAll(() => harness.stop());

/** Queues this many jobs of a task for one ticket of the busy workspace. */
const fill = (queue: string, task: string, id: Record<string, string>) =>
	harness.sql(
		`select ${queue}.enqueue($1, $2, clock_timestamp(), null, 0) from generate_series(1, $3::int)`,
		[task, { workspaceId: busy.id, ...id }, JOBS],
	);

const countJobs = async (queue: string) => {
	const [row] = await harness.sql<{ count: number }>(
		`select count(*)::int as count from ${queue}._private_jobs`,
	);
	return row!.count;
};

const untilMailed = (messageId: string) =>
	harness.mail.waitFor(({ raw }) =>
		raw.includes(`<${messageId}@desk.example>`),
	);

const hasDraft = (ticketId: string) =>
	harness.api.getDraft({ ticketId }, callOf(quiet)).then(
		() => true,
		() => false,
	);

/** Answers of the upstreams that take a while, and an article to draft from. */
function slowDrafts() {
	const slowly =
		<T>(result: T) =>
		async () => {
			await sleep(WRITING_MS);
			return result;
		};
	harness.upstreams.findPassages = slowly({ articles: [ARTICLE] });
	harness.upstreams.writeDraft = slowly({
		body: "Refunds take five days.",
		confidence: 77,
		sentences: [],
		sourceArticleIds: [ARTICLE.articleId],
		generatedBy: "fake",
	});
}

it("mails a reply and drafts one though another workspace has 10,000 tickets to draft for", async () => {
	slowDrafts();
	const { id: ticketId } = await givenTicket(harness, busy);
	await fill("tickets_jobs", "enrich", { ticketId });
	const ticket = await givenTicket(harness, quiet);
	const answered = await givenTicket(harness, quiet);
	const reply = await givenReply(harness, quiet, answered.id);
	await untilMailed(reply.id);
	await expect.poll(() => hasDraft(ticket.id)).toBe(true);
	expect(await countJobs("tickets_jobs")).toBeGreaterThan(JOBS - DRAFTS_AHEAD);
});

it("mails a reply though another workspace has 10,000 mails to send", async () => {
	const given = await givenTicket(harness, busy);
	const { id: messageId } = await givenReply(harness, busy, given.id);
	await untilMailed(messageId);
	await fill("tickets_mail_jobs", "deliver", { messageId });
	const ticket = await givenTicket(harness, quiet);
	const reply = await givenReply(harness, quiet, ticket.id);
	await untilMailed(reply.id);
	expect(await countJobs("tickets_mail_jobs")).toBeGreaterThan(
		JOBS - MAILS_AHEAD,
	);
});

it("sends mails that an earlier version has queued among the other jobs", async () => {
	const ticket = await givenTicket(harness, quiet);
	const reply = await givenReply(harness, quiet, ticket.id);
	await harness.settle();
	await harness.sql(
		"update tickets.messages set status = 'queued' where id = $1",
		[reply.id],
	);
	const before = harness.mail.mails.length;
	await harness.queue("deliver", {
		workspaceId: quiet.id,
		messageId: reply.id,
	});
	await harness.settle();
	expect(harness.mail.mails.length).toBe(before + 1);
});

it("drafts a reply though another workspace changes thousands of tickets by ten jobs at once", async () => {
	const { contact } = await givenTicket(harness, busy);
	await harness.sql(
		`insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent,
		                              ai_urgency, ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at)
		 select $1, 'tkt_' || n, 'Many', 'open', 'normal', 'api', $2, 'other', 'normal', 'unknown', 0, 0, now(), now(), now()
		   from generate_series(1, 5000) n`,
		[busy.id, contact.id],
	);
	const idempotency = undefined;
	const bulkIds: string[] = [];
	for (let n = 0; n < 10; n += 1) {
		const started = await harness.api.startBulk(
			{
				ids: [],
				filter: { status: "open" },
				changes: { addTags: [`bulk ${n}`], removeTags: [] },
				idempotency,
			},
			callOf(busy),
		);
		bulkIds.push(json(started).id);
	}
	slowDrafts();
	const ticket = await givenTicket(harness, quiet);
	await expect.poll(() => hasDraft(ticket.id), { interval: 20 }).toBe(true);
	for (const id of bulkIds) {
		const { body } = await harness.api.cancelBulk(
			{ id, idempotency },
			callOf(busy),
		);
		expect(JSON.parse(String(body)).status).toBe("cancelled");
	}
});
