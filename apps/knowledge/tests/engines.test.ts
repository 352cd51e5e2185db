import { randomBytes } from "node:crypto";
import { newId } from "@supportdesk/ids/ids.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedding } from "../src/domain/index/embeddings.ts";
import { rank } from "../src/domain/ranking/rank.ts";
import { createEmbeddedEngine } from "../src/engine/embedded-engine.ts";
import { withFallback } from "../src/engine/fallback-engine.ts";
import { createMeilisearchEngine } from "../src/engine/meilisearch-engine.ts";
import { createProfileSource } from "../src/engine/profile-source.ts";
import type { ArticleStore } from "../src/engine/search-engine.ts";
import { createMetrics } from "../src/metrics.ts";
import { configFor, log } from "./configuration.ts";
import {
	type Find,
	findIn,
	question,
	removeArticle,
	writeArticle,
} from "./engine-steps.ts";
import { givenDatabase, HELP_CENTRE } from "./given.ts";

const { MEILI_URL, MEILI_API_KEY } = process.env;
if (!MEILI_URL)
	console.warn(
		"SKIPPED: the contract of the Meilisearch engine. Set MEILI_URL, and MEILI_API_KEY, to a server to run it.",
	);

let db: ReturnType<typeof createPool>;
beforeAll(async () => {
	db = createPool(configFor(await givenDatabase()).db, log);
});
afterAll(() => db.end());

/** An embedding with the given number of dimensions. */
function embeddingOf(
	encoder: string,
	dimensions: number,
	axis: number,
): Embedding {
	const vector = new Float32Array(dimensions);
	vector[axis] = 1;
	return { encoder, vector };
}

/** @param made the engine under test, once it is prepared. */
function itComparesEmbeddings(
	made: () => { engine: ArticleStore; find: Find },
	workspaceId: string,
): void {
	it.each([
		["long-1", 384],
		["short-1", 256],
	])(
		"finds an article that shares no word by the embedding of %s",
		async (encoder, dimensions) => {
			const { engine, find } = made();
			const embedding = embeddingOf(encoder, dimensions, 7);
			const article = ["Ferry", "Boats leave at noon."] as const;
			const id = await writeArticle(
				db,
				engine,
				workspaceId,
				article,
				["sea"],
				embedding,
			);
			const candidates = async (tags: string[], embedded: Embedding) => {
				const query = question("maritime passage", tags, embedded);
				const findings = await find(workspaceId, query);
				return findings.candidates.map(({ articleId }) => articleId);
			};
			expect(await candidates([], embedding)).toContain(id);
			expect(await candidates(["sea"], embedding)).toEqual([id]);
			expect(await candidates(["land"], embedding)).toEqual([]);
			// Vectors of another encoder cannot be compared.
			const other = embeddingOf("another", dimensions, 7);
			expect(await candidates(["sea"], other)).toEqual([]);
			await removeArticle(db, engine, workspaceId, id);
		},
	);
}

function holdsTheContract<E extends ArticleStore>(
	makeEngine: () => E,
	findOf: (engine: E) => Find,
): void {
	const workspaceId = newId("wsp", Date.now());
	let engine: E;
	let find: Find;
	const ids = new Map<string, string>();
	beforeAll(async () => {
		engine = makeEngine();
		find = findOf(engine);
		for (const article of HELP_CENTRE)
			ids.set(article[0], await writeArticle(db, engine, workspaceId, article));
	});
	const found = async (query: string, tags?: string[]) =>
		rank(await find(workspaceId, question(query, tags))).map(
			({ articleId }) => articleId,
		);

	it.each([
		["how do I reset my password", "Reset your password"],
		["downloading an invoice", "Download your invoices"],
		["downlaod my invocies", "Download your invoices"],
		["tracking shipments", "Track a shipment"],
		["AX-2000", "Connect the AX-2000 printer"],
		["error e-104", "Connect the AX-2000 printer"],
	])("finds %j", async (query, title) => {
		expect((await found(query))[0]).toBe(ids.get(title));
	});

	it("says how many articles hold each word", async () => {
		const findings = await find(
			workspaceId,
			question("mail refund nothing-of-this"),
		);
		const counts = findings.terms.map(({ articleCount }) => articleCount);
		expect(counts).toEqual([2, 1, 0]);
		expect(findings.statistics.articleCount).toBe(HELP_CENTRE.length);
	});

	it("finds nothing of another workspace", async () => {
		const other = newId("wsp", Date.now());
		const findings = await find(other, question("reset password"));
		expect(findings.candidates).toEqual([]);
	});

	it("keeps to the requested tags, all of them", async () => {
		const article = ["Reset a router", "Hold its reset button."] as const;
		const id = await writeArticle(db, engine, workspaceId, article, [
			"a",
			'b "c" \\',
		]);
		expect(await found("reset", ["a", 'b "c" \\'])).toEqual([id]);
		expect(await found("reset", ["a", "d"])).toEqual([]);
	});

	itComparesEmbeddings(() => ({ engine, find }), workspaceId);

	it("no longer finds removed articles", async () => {
		const article = ["Gift vouchers", "Redeem a voucher."] as const;
		const id = await writeArticle(db, engine, workspaceId, article);
		expect((await found("voucher"))[0]).toBe(id);
		await removeArticle(db, engine, workspaceId, id);
		expect(await found("voucher")).not.toContain(id);
	});

	it("takes any question", async () => {
		for (const query of ['x" OR workspace_id != "', "\\", '"', "*", "🙂"])
			expect(Array.isArray(await found(query))).toBe(true);
		expect(await found("word ".repeat(200))).toBeDefined();
	});
}

describe("the embedded engine", () => {
	holdsTheContract(() => createEmbeddedEngine(db, Date.now), findIn);

	it("judges a question that is given again only after articles have changed", async () => {
		const engine = createEmbeddedEngine(db, Date.now);
		const workspaceId = newId("wsp", Date.now());
		const asked = question("ferry");
		let judgements = 0;
		const find = async () => {
			const { judged } = await engine.find(
				workspaceId,
				asked,
				({ candidates }) => {
					judgements += 1;
					const ids = candidates.map(({ articleId }) => articleId);
					return { ids, check: undefined };
				},
			);
			return judged.ids;
		};
		const text = ["Ferry", "Boats leave at noon."] as const;
		const id = await writeArticle(db, engine, workspaceId, text);
		expect(await find()).toEqual([id]);
		expect(await find()).toEqual([id]);
		expect(judgements).toBe(1);
		await removeArticle(db, engine, workspaceId, id);
		expect(await find()).toEqual([]);
		expect(await find()).toEqual([]);
		expect(judgements).toBe(2);
	});
});

describe.skipIf(!MEILI_URL)(
	"the Meilisearch engine (needs a server at MEILI_URL)",
	() => {
		const index = `supportdesk_test_${randomBytes(6).toString("hex")}`;
		const server = { url: MEILI_URL!, apiKey: MEILI_API_KEY, index };
		const make = () => createMeilisearchEngine(server, createProfileSource(db));
		holdsTheContract(make, ({ find }) => find);
		afterAll(() => make().drop());

		it.skipIf(!MEILI_API_KEY)(
			"says which setting is wrong when its key is refused (needs MEILI_API_KEY)",
			async () => {
				const warnings: string[] = [];
				const warn = (_facts: object, message: string) =>
					warnings.push(message);
				const engine = withFallback(
					db,
					createMeilisearchEngine(
						{ ...server, apiKey: "not the key" },
						createProfileSource(db),
					),
					createEmbeddedEngine(db, Date.now),
					createMetrics(createProcessMetrics()),
					{ ...log, warn } as unknown as typeof log,
					Date.now,
				);
				const workspaceId = newId("wsp", Date.now());
				await findIn(engine)(workspaceId, question("password"));
				expect(warnings).toEqual([expect.stringContaining("MEILI_API_KEY")]);
			},
		);
	},
);
