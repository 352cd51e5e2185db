import { newId } from "@supportdesk/ids/ids.ts";
import { PAGE_BYTES_MAX } from "@supportdesk/paging/page.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import pg from "pg";
import { expect, it } from "vitest";
import {
	ARTICLE_SORTS,
	type ArticleSort,
	selectArticlePage,
} from "../src/store/article-list.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	givenDatabase,
	givenService,
	givenWorkspace,
} from "./given.ts";

const ARTICLES = 15;
const CHARACTERS = 500_000; // the longest body that the API takes
const ARTICLE_BYTES = 4 * CHARACTERS;
const SORTS: ArticleSort[] = ARTICLE_SORTS.flatMap((field) => [
	{ field, direction: "asc" },
	{ field, direction: "desc" },
]);

it("ends a page of articles that would be too large early, and the walk sees every article all the same", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel(), { JOBS_AT_A_TIME: "0" });
	const workspaceId = newId("wsp", Date.now());
	const admin = new pg.Client(url);
	await admin.connect();
	await givenWorkspace(admin, workspaceId);
	await admin.query(
		`insert into knowledge.articles (workspace_id, id, title, body, tags, status, word_count, revision, created_at, updated_at)
		 select $1, 'kb_' || lpad(n::text, 26, '0'), 'Article ' || n, repeat('😀', $2), '{}', 'draft', 1, n, now(), now()
		   from generate_series(1, $3::int) n`,
		[workspaceId, CHARACTERS, ARTICLES],
	);
	await admin.end();
	const pool = createPool({ ...configFor(url).db, sizeMax: 1 }, log);

	for (const sort of SORTS) {
		const seen: string[] = [];
		let cursor = "";
		let pages = 0;
		do {
			const { body } = await service.handlers.listArticles(
				{
					page: { limit: 100, cursor, sort: `${sort.field}:${sort.direction}` },
					status: undefined,
					tag: undefined,
					createdAfter: undefined,
					createdBefore: undefined,
				},
				contextOf(workspaceId),
			);
			expect(body.length).toBeLessThanOrEqual(PAGE_BYTES_MAX);
			const { data, has_more, next_cursor } = JSON.parse(
				Buffer.from(body).toString(),
			);
			for (const { id } of data) seen.push(id);
			expect(has_more).toBe(next_cursor !== null);
			cursor = next_cursor ?? "";
			pages += 1;
		} while (cursor !== "");
		expect(new Set(seen).size).toBe(ARTICLES);
		expect(seen).toHaveLength(ARTICLES);
		expect(pages).toBeGreaterThan(3);

		const rows = await read<object>(
			pool,
			workspaceId,
			selectArticlePage(workspaceId, {}, sort, 100, undefined),
		);
		const bytes = Buffer.byteLength(JSON.stringify(rows));
		expect(bytes).toBeLessThan(PAGE_BYTES_MAX + 2 * ARTICLE_BYTES);
	}
	await pool.end();
	await service.stop();
});
