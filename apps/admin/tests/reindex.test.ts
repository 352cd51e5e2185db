import { createJobQueue } from "@supportdesk/pg/job-queue.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { startJobs } from "@supportdesk/pg/run-jobs.ts";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import type pg from "pg";
import { expect, it } from "vitest";
import { reindex } from "../src/reindex.ts";
import { type CommandLine, log, useInstallation } from "./installation.ts";

let database: TestDatabase;
let admin: pg.Client;
let cli: CommandLine;

useInstallation((given) => {
	({ database, admin, cli } = given);
});

const newWorkspace = async (name: string) =>
	(await cli.runJson("workspaces", "create", "--name", name)).id;

async function insertArticles(
	workspace: string,
	articles: Record<string, string>,
): Promise<void> {
	for (const [id, status] of Object.entries(articles)) {
		await admin.query(
			`insert into knowledge.articles
			   (workspace_id, id, title, body, tags, status, word_count, revision, indexed_at, created_at, updated_at, deleted_at)
			 values ($1, $2, 'A', 'b', '{}', $3, 1, 1, now(), now(), now(), $4)`,
			[
				workspace,
				id,
				status === "deleted" ? "draft" : status,
				status === "deleted" ? new Date() : null,
			],
		);
	}
}

/** Replaces the knowledge service: confirms every article that is queued. */
function startIndexing(indexed: string[]) {
	const config = {
		url: database.url,
		role: "supportdesk_knowledge",
		queue: createJobQueue("knowledge_jobs"),
		concurrency: 1,
	};
	const index_article = async (payload: unknown) => {
		const { workspaceId, articleId } = payload as {
			workspaceId: string;
			articleId: string;
		};
		indexed.push(`${workspaceId} ${articleId}`);
		await admin.query(
			"update knowledge.articles set indexed_at = now() where workspace_id = $1 and id = $2",
			[workspaceId, articleId],
		);
	};
	return startJobs(config, { index_article }, "", log);
}

it("indexes every article of the chosen workspaces again, and waits for the result", async () => {
	const [first, second] = [
		await newWorkspace("First"),
		await newWorkspace("Second"),
	];
	await insertArticles(first, {
		kb_1: "published",
		kb_2: "published",
		kb_3: "draft",
		kb_4: "deleted",
	});
	await insertArticles(second, { kb_5: "published" });
	const indexed: string[] = [];
	const service = await startIndexing(indexed);

	expect(await cli.runJson("reindex", "--workspace", first)).toEqual([
		{ workspace_id: first, articles: 2 },
	]);
	await expect
		.poll(() => indexed.sort())
		.toEqual([`${first} kb_1`, `${first} kb_2`, `${first} kb_3`]);
	expect(await cli.runJson("reindex", "--all")).toEqual([
		{ workspace_id: first, articles: 2 },
		{ workspace_id: second, articles: 1 },
	]);
	expect(indexed).toContain(`${second} kb_5`);
	await service.stop();
});

it("queues many articles in batches, and reports how many of all are done", async () => {
	const workspace = await newWorkspace("Large");
	const total = 1_200;
	await admin.query(
		`insert into knowledge.articles
		   (workspace_id, id, title, body, tags, status, word_count, revision, indexed_at, created_at, updated_at)
		 select $1, 'kb_' || n, 'A', 'b', '{}', 'published', 1, 1, now(), now(), now()
		   from generate_series(1, $2::int) n`,
		[workspace, total],
	);
	await admin.query(`
		create table largest_statement (rows int);
		create function note_rows() returns trigger language plpgsql security definer as $$
		begin
			insert into public.largest_statement select count(*) from changed;
			return null;
		end $$;
		create trigger note_rows after update on knowledge.articles
			referencing new table as changed
			for each statement execute function note_rows();
	`);
	const indexed: string[] = [];
	const service = await startIndexing(indexed);
	const pool = createPool({ url: database.url, sizeMax: 2 }, log);
	const reports: (readonly [number, number])[] = [];
	const now = () => new Date();
	const session = { pool, planNames: [], consoleUrl: "", now };
	const done = await reindex(session, workspace, (...progress) => {
		expect(progress[0]).toBeLessThanOrEqual(indexed.length);
		reports.push(progress);
	});
	expect(done).toEqual({ workspace_id: workspace, articles: total });
	expect(reports.at(-1)).toEqual([total, total]);
	expect(reports.length).toBeGreaterThan(3);
	const { rows } = await admin.query("select max(rows) from largest_statement");
	expect(rows).toEqual([{ max: 1_000 }]);
	await pool.end();
	await service.stop();
	await admin.query("drop trigger note_rows on knowledge.articles");
});

it("requires one workspace or all", async () => {
	expect(
		await cli.run("reindex", "--all", "--workspace", "wsp_1"),
	).toMatchObject({
		code: 2,
		err: expect.stringContaining("cannot be used with"),
	});
	expect(await cli.run("reindex")).toMatchObject({
		code: 1,
		err: expect.stringContaining("There are several workspaces"),
	});
});
