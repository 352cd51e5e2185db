import { cpSync } from "node:fs";
import { basename } from "node:path";
import { newId } from "@supportdesk/ids/ids.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { reclusterWorkspace } from "../src/jobs/recluster-gaps.ts";
import { migration } from "../src/migration.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import { contextOf, givenDatabase, givenService, harness } from "./given.ts";

const MANY = 1_000; // tickets in one phrasing, and as many with phrasings of their own
const DELETED = 200; // of the latest ones
const GAPS = 3_000; // beside it
const READS_MAX = 300; // rows, to show a hundred gaps

let url: string;
beforeAll(async () => {
	url = await givenDatabase();
});

it("names the ten latest tickets, each once, and no deleted one", async () => {
	const model = fakeModel();
	let now = Date.now();
	const clock = { now: () => new Date(now++) };
	const service = await givenService(url, model, {}, { clock });
	const workspaceId = newId("wsp", now);
	const ours = harness(service.handlers, workspaceId, url);
	const tickets = Array.from({ length: 12 }, () => newId("tkt", now));
	const phrasings = [
		"do you ship furniture to Norway",
		"Norway furniture shipping possible?",
	];
	model.isUnavailable = true; // so that the phrasings make two gaps
	for (const phrasing of phrasings) await ours.search(phrasing);
	model.isUnavailable = false;
	for (const [i, ticket] of tickets.entries())
		await ours.passages(ticket, phrasings[i % 2]!);
	const again = tickets.splice(10, 1)[0]!;
	await ours.passages(again, phrasings[1]!);
	tickets.push(again);
	expect(await ours.gaps()).toHaveLength(2);
	const db = createPool(configFor(url).db, log);
	await reclusterWorkspace({ db, clock, ai: model.ai }, workspaceId);
	await db.end();
	expect(await ours.gaps()).toMatchObject([
		{ frequency: 15, ticket_ids: tickets.slice(2).toReversed() },
	]);
	const [gone] = tickets.splice(5, 1);
	await service.handlers.forgetTicket(
		{ ticketId: gone!, deletedAt: clock.now().toISOString() },
		contextOf(workspaceId),
	);
	expect(await ours.gaps()).toMatchObject([
		{ frequency: 15, ticket_ids: tickets.slice(1).toReversed() },
	]);
	await service.stop();
});

it("reads what a page of gaps shows, however many there are and however many tickets and phrasings one has", async () => {
	const service = await givenService(url, fakeModel(), { JOBS_AT_A_TIME: "0" });
	const workspaceId = newId("wsp", Date.now());
	const admin = new pg.Client(url);
	await admin.connect();
	await admin.query(
		`insert into knowledge.gaps (workspace_id, id, topic, frequency, status, first_seen_at, last_seen_at, created_at, updated_at)
		 values ('${workspaceId}', 'gap_1', 'Topic', 2000, 'open', now(), now(), now(), now());
		 insert into knowledge.gaps (workspace_id, id, topic, frequency, status, resolved_by_article_id, first_seen_at, last_seen_at, created_at, updated_at)
		 select '${workspaceId}', 'gap_other' || n, 'Topic', n % 1000 + 1, case n % 2 when 0 then 'open' else 'resolved' end,
		        case n % 2 when 1 then 'kb_1' end, now(), now(), now(), now() from generate_series(1, ${GAPS}) n;
		 insert into knowledge.gap_questions (workspace_id, gap_id, question, question_key, frequency, last_seen_at)
		 select '${workspaceId}', 'gap_1', n, n, 1, now() from generate_series(0, ${MANY}) n;
		 insert into knowledge.gap_tickets (workspace_id, ticket_id, question_id, created_at)
		 select '${workspaceId}', 'tkt_' || n || '_' || id, id, now() - n * interval '1 second' - id * interval '1 millisecond'
		   from knowledge.gap_questions, generate_series(1, case question when '0' then ${MANY} else 1 end) n
		  where workspace_id = '${workspaceId}'`,
	);
	const { rows: latest } = await admin.query<{ id: string }>(
		`select ticket_id as id from knowledge.gap_tickets where workspace_id = '${workspaceId}'
		  order by created_at desc limit ${DELETED}`,
	);
	for (const { id } of latest)
		await service.handlers.forgetTicket(
			{ ticketId: id, deletedAt: new Date().toISOString() },
			contextOf(workspaceId),
		);
	await service.stop();
	await admin.query("select pg_stat_force_next_flush()");
	// Connections report their read counts when they end, which is after they were closed here.
	const connections = async () => {
		const { rows } = await admin.query(
			`select pid from pg_stat_activity
			  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
		);
		return rows;
	};
	await expect.poll(connections).toEqual([]);
	const reads = async () => {
		const { rows } = await admin.query<{ count: number }>(
			`select sum(idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables
			  where schemaname = 'knowledge' and relname in ('gaps', 'gap_questions', 'gap_tickets')`,
		);
		return rows[0]!.count;
	};
	const before = await reads();
	const reader = await givenService(url, fakeModel(), { JOBS_AT_A_TIME: "0" });
	const gaps = await harness(reader.handlers, workspaceId).gaps();
	await reader.stop();
	const [gap] = gaps;
	expect(gaps).toHaveLength(100);
	expect(gaps).toEqual(gaps.toSorted((a, b) => b.frequency - a.frequency));
	expect(new Set(gaps.map(({ status }) => status)).size).toBe(2);
	expect(gap!.ticket_ids).toHaveLength(10);
	expect(gap!.example_queries).toHaveLength(5);
	await expect.poll(connections).toEqual([]);
	expect(await reads()).toBeGreaterThan(before);
	expect((await reads()) - before).toBeLessThan(READS_MAX);
	await admin.end();
});

it("names the tickets that were counted before the database kept their gaps", async () => {
	const { dir } = migration("");
	const older = makeTempFolder("older-migrations");
	onTestFinished(() => removeFolder(older));
	cpSync(dir, older, {
		recursive: true,
		filter: (file) => file === dir || basename(file) < "0007",
	});
	const database = await createTestDatabase([older], (own) =>
		migrate({ ...migration(own), dir: older }, log),
	);
	onTestFinished(() => database.drop());
	const admin = new pg.Client(database.url);
	await admin.connect();
	await admin.query(
		`insert into knowledge.workspaces values ('one'), ('two');
		 insert into knowledge.gaps (workspace_id, id, topic, frequency, status, first_seen_at, last_seen_at, created_at, updated_at)
		 select id, 'gap_1', 'Topic', 2, 'open', now(), now(), now(), now() from knowledge.workspaces;
		 insert into knowledge.gap_questions (workspace_id, gap_id, question, question_key, frequency, last_seen_at)
		 select id, 'gap_1', 'Topic', 'topic', 2, now() from knowledge.workspaces;
		 insert into knowledge.gap_tickets (workspace_id, ticket_id, question_id, created_at)
		 select workspace_id, 'tkt_' || workspace_id || n, id, now() from knowledge.gap_questions, generate_series(1, 2) n;
		 insert into knowledge.deleted_tickets values ('one', 'tkt_one2', now())`,
	);
	await migrate(migration(database.url), log);
	const { rows } = await admin.query(
		"select gap_id from knowledge.gap_tickets where ticket_id = 'tkt_one2'",
	);
	expect(rows).toEqual([{ gap_id: null }]);
	await admin.end();
	const service = await givenService(database.url, fakeModel());
	const named = async (workspaceId: string) =>
		(await harness(service.handlers, workspaceId).gaps())[0]!.ticket_ids;
	expect(await named("one")).toEqual(["tkt_one1"]);
	expect(await named("two")).toEqual(["tkt_two2", "tkt_two1"]);
	await service.stop();
});

it("counts what tickets ask about: generic subjects join nothing, and greetings are no gap", async () => {
	const model = fakeModel();
	const service = await givenService(url, model);
	const workspaceId = newId("wsp", Date.now());
	const ours = harness(service.handlers, workspaceId, url);
	const questions = [
		"How do I replace the filter?",
		"Which voltage does the pump need?",
		"Can I paint the cover?",
		"Do you deliver furniture to Norway?",
		"Where is the serial number printed?",
	];
	for (const question of questions)
		await ours.passages(
			newId("tkt", Date.now()),
			`Question\nHello dear team,\n${question}\nThank you very much\nBest regards`,
		);
	for (const text of ["Hello\nThank you for your help!", "Question"])
		await ours.passages(newId("tkt", Date.now()), text);
	const gaps = await ours.gaps();
	expect(gaps.map(({ topic }) => topic).sort()).toEqual(questions.sort());
	expect(gaps.every(({ frequency }) => frequency === 1)).toBe(true);
});
