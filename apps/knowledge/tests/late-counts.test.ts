import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { phrasingKey } from "../src/domain/gaps/phrasing.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	givenDatabase,
	givenService,
	HELP_CENTRE,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

it("resolves a gap whose query was counted only after the article that answers it had been reviewed", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const admin = new pg.Client(url);
	await admin.connect();
	const workspaceId = newId("wsp", Date.now());
	const ours = harness(service.handlers, workspaceId, url);
	const ticket = newId("tkt", Date.now());
	await admin.query(
		"select pg_advisory_lock(hashtextextended('gaps ' || $1, 0))",
		[workspaceId],
	);
	const found = await ours.passages(ticket, "forgot my password, reset link");
	expect(found.articles).toEqual([]);
	const isCounting = async () => {
		const { rowCount } = await admin.query(
			"select from pg_locks where locktype = 'advisory' and not granted",
		);
		return rowCount === 1;
	};
	await until(isCounting);
	const [title, body] = HELP_CENTRE[0]!;
	const article = await ours.publish(title, body);
	// All jobs but the one that counts and waits for the lock.
	await until(async () => {
		const { rowCount } = await admin.query(
			"select from knowledge_jobs._private_jobs where attempts < max_attempts",
		);
		return rowCount === 1 && (await isCounting());
	});
	await admin.query("select pg_advisory_unlock_all()");
	await until(() => jobsAreDone(url));
	expect(await ours.gaps()).toMatchObject([
		{ status: "resolved", resolved_by_article_id: article.id },
	]);
	const { tickets } = await service.handlers.listAnsweredTickets(
		{ after: 0, limit: 10 },
		contextOf(""),
	);
	expect(tickets).toMatchObject([{ ticketId: ticket, articleChanged: false }]);
	await admin.end();
	await service.stop();
});

it("leaves a gap resolved when a query from before its article is counted last", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const workspaceId = newId("wsp", Date.now());
	const ours = harness(service.handlers, workspaceId, url);
	const text = "forgot my password, reset link";
	await ours.search(text);
	await until(() => jobsAreDone(url));
	const searchedAt = new Date().toISOString();
	const [title, body] = HELP_CENTRE[0]!;
	const article = await ours.publish(title, body);
	await until(() => jobsAreDone(url));
	const gap = { status: "resolved", resolved_by_article_id: article.id };
	expect(await ours.gaps()).toMatchObject([{ ...gap, frequency: 1 }]);
	const admin = new pg.Client(url);
	await admin.connect();
	await admin.query(
		`insert into knowledge.unanswered_queries (workspace_id, id, question, question_key, searched_at)
		 values ($1, 'gap_1', $2, $3, $4)`,
		[workspaceId, text, phrasingKey(text), searchedAt],
	);
	await admin.query("select knowledge_jobs.add_job('count_unanswered', $1)", [
		JSON.stringify({ workspaceId }),
	]);
	await until(() => jobsAreDone(url));
	expect(await ours.gaps()).toMatchObject([{ ...gap, frequency: 2 }]);
	await admin.end();
	await service.stop();
});

it("reports a ticket again that searched while the article that answers it was archived for a moment", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const workspaceId = newId("wsp", Date.now());
	const ours = harness(service.handlers, workspaceId, url);
	const ticket = newId("tkt", Date.now());
	const ask = () => ours.passages(ticket, "forgot my password, reset link");
	const reportedCount = async () => {
		await until(() => jobsAreDone(url));
		const { tickets } = await service.handlers.listAnsweredTickets(
			{ after: 0, limit: 10 },
			contextOf(""),
		);
		return tickets.filter(({ articleChanged }) => !articleChanged).length;
	};
	await ask();
	await until(() => jobsAreDone(url));
	const [title, body] = HELP_CENTRE[0]!;
	const article = await ours.publish(title, body);
	expect(await reportedCount()).toBe(1);
	await ours.archive(article.id);
	expect((await ask()).articles).toEqual([]);
	await until(() => jobsAreDone(url));
	await ours.update(article.id, { status: "published" });
	expect(await reportedCount()).toBe(2);
	expect(await ours.gaps()).toMatchObject([
		{ status: "resolved", resolved_by_article_id: article.id, frequency: 1 },
	]);
	await service.stop();
});

it("counts no question of an erased ticket that a job had read before", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const workspaceId = newId("wsp", Date.now());
	const ours = harness(service.handlers, workspaceId, url);
	const [erased, kept] = [newId("tkt", Date.now()), newId("tkt", Date.now())];
	await service.handlers.eraseTickets(
		{ ticketIds: [erased] },
		contextOf(workspaceId),
	);
	await ours.passages(erased, "forgot my password, reset link");
	await ours.passages(kept, "parcel damaged, refund please");
	const gaps = await ours.gaps();
	expect(gaps).toMatchObject([{ frequency: 1, ticket_ids: [kept] }]);
	const admin = new pg.Client(url);
	await admin.connect();
	const { rows } = await admin.query(
		"select question from knowledge.gap_questions where question like '%password%' union all select question from knowledge.unanswered_queries",
	);
	expect(rows).toEqual([]);
	await admin.end();
	await service.stop();
});
