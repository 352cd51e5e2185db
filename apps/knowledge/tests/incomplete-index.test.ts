import { newId } from "@supportdesk/ids/ids.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPassageCache } from "../src/ask/passage-cache.ts";
import { createQuestionCache } from "../src/ask/question-cache.ts";
import { profileOf } from "../src/domain/index/profile.ts";
import { createEmbeddedEngine } from "../src/engine/embedded-engine.ts";
import { createMetrics } from "../src/metrics.ts";
import { createRetrievals } from "../src/retrievals.ts";
import { search } from "../src/rpc/search.ts";
import { configFor, log } from "./configuration.ts";
import { question } from "./engine-steps.ts";
import { fakeModel } from "./fake-model.ts";
import { contextOf, givenDatabase } from "./given.ts";

const ARTICLES = 5_000; // fifty round trips of the engine
const WORDS = 200;

let url: string;
let admin: pg.Client;
const large = newId("wsp", Date.now());

beforeAll(async () => {
	url = await givenDatabase();
	admin = new pg.Client(url);
	await admin.connect();
	await fillWithArticles(large);
});
afterAll(() => admin.end());

/** Published articles that have many words in common, and each one of its own. */
async function fillWithArticles(workspaceId: string): Promise<void> {
	const words = Array.from({ length: WORDS }, (_, n) => `word${n}`).join(" ");
	const { terms, titleCounts, bodyCounts } = profileOf("Title", words);
	await admin.query("set search_path = knowledge");
	await admin.query(
		`insert into articles (workspace_id, id, title, body, tags, status, word_count, revision, created_at, updated_at)
		 select $1, 'kb_' || n, 'Title ' || n, $2, '{}', 'published', ${WORDS}, n, now(), now()
		   from generate_series(1, ${ARTICLES}) n`,
		[workspaceId, words],
	);
	await admin.query(
		`insert into article_profiles (workspace_id, article_id, terms, title_counts, body_counts, title_length, body_length, dimensions)
		 select $1, 'kb_' || n, $2 || ' own' || n, $3::bytea || '\\x01'::bytea, $4::bytea || '\\x00'::bytea, 2, ${WORDS}, 0
		   from generate_series(1, ${ARTICLES}) n`,
		[
			...[workspaceId, terms.join(" ")],
			...[Buffer.from(titleCounts), Buffer.from(bodyCounts)],
		],
	);
	await admin.query("insert into revisions values ($1, $2)", [
		...[workspaceId, ARTICLES],
	]);
}

function givenEngine() {
	const db = createPool(configFor(url).db, log);
	const engine = createEmbeddedEngine(db, Date.now);
	const find = async (words: string, enough?: AbortSignal) => {
		const { judged, isComplete } = await engine.find(
			large,
			question(words),
			({ candidates }) => ({
				check: undefined,
				ids: candidates.map(({ articleId }) => articleId),
			}),
			enough,
		);
		return { ids: judged.ids, isComplete };
	};
	return { find, end: () => db.end() };
}

it("reads many articles once for all searches that wait, and leaves other work its turn", async () => {
	const { find, end } = givenEngine();
	let turns = 0;
	const timer = setInterval(() => {
		turns += 1;
	}, 1);
	const found = await Promise.all(
		Array.from({ length: 16 }, (_, n) => find(`own${ARTICLES - n}`)),
	);
	clearInterval(timer);
	expect(found).toEqual(
		found.map((_, n) => ({ ids: [`kb_${ARTICLES - n}`], isComplete: true })),
	);
	expect(turns).toBeGreaterThan(20);
	await end();
});

it("answers a search that waits no longer with what it has read, and reads the rest", async () => {
	const { find, end } = givenEngine();
	const last = `own${ARTICLES}`;
	const early = await find(last, AbortSignal.abort());
	expect(early).toEqual({ ids: [], isComplete: false });
	await expect
		.poll(() => find(last, AbortSignal.abort()), { timeout: 30_000 })
		.toEqual({ ids: [`kb_${ARTICLES}`], isComplete: true });
	await end();
});

it("says in its response that articles are missing, and counts no gap for it", async () => {
	const db = createPool(configFor(url).db, log);
	// The engine's second page comes only when the gate opens.
	const gate = Promise.withResolvers<void>();
	let connections = 0;
	const gated = new Proxy(db, {
		get: (target, name) =>
			name === "connect"
				? async () => {
						connections += 1;
						if (connections > 1) await gate.promise;
						return target.connect();
					}
				: Reflect.get(target, name),
	});
	const handle = search({
		db,
		clock: { now: () => new Date() },
		ai: fakeModel().ai,
		engine: createEmbeddedEngine(gated, Date.now),
		retrievals: createRetrievals(db, log),
		questions: createQuestionCache(Date.now),
		splitBody: createPassageCache(),
		metrics: createMetrics(createProcessMetrics()),
	});
	const answer = async (query: string) => {
		const request = { query, topK: 5, tags: [], candidates: false };
		const { body } = await handle(request, contextOf(large));
		return JSON.parse(Buffer.from(body).toString());
	};
	expect(await answer(`own${ARTICLES}`)).toEqual({
		results: [],
		search_incomplete: true,
	});
	gate.resolve();
	await expect
		.poll(() => answer("zeppelin"), { timeout: 30_000 })
		.toEqual({ results: [] });
	const { rows } = await admin.query(
		"select question from unanswered_queries where workspace_id = $1",
		[large],
	);
	expect(rows.map(({ question }) => question)).toEqual(["zeppelin"]);
	await db.end();
});
