import { newId } from "@supportdesk/ids/ids.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rank } from "../src/domain/ranking/rank.ts";
import { createEmbeddedEngine } from "../src/engine/embedded-engine.ts";
import { withFallback } from "../src/engine/fallback-engine.ts";
import { createMeilisearchEngine } from "../src/engine/meilisearch-engine.ts";
import { createProfileSource } from "../src/engine/profile-source.ts";
import {
	IncompleteIndex,
	type SearchServer,
} from "../src/engine/search-engine.ts";
import { createMetrics } from "../src/metrics.ts";
import { configFor, log } from "./configuration.ts";
import { findIn, question, writeArticle } from "./engine-steps.ts";
import { givenDatabase, HELP_CENTRE } from "./given.ts";

let db: ReturnType<typeof createPool>;
beforeAll(async () => {
	db = createPool(configFor(await givenDatabase()).db, log);
});
afterAll(() => db.end());

it("searches in memory while the server is unavailable, and reports it", async () => {
	const unreachable = {
		url: "http://127.0.0.1:9",
		apiKey: undefined,
		index: "unreachable",
	};
	const { registry } = createProcessMetrics();
	const metrics = createMetrics({ registry });
	const embedded = createEmbeddedEngine(db, Date.now);
	const engine = withFallback(
		db,
		createMeilisearchEngine(unreachable, createProfileSource(db)),
		embedded,
		metrics,
		log,
		Date.now,
	);
	const workspaceId = newId("wsp", Date.now());
	const id = await writeArticle(db, embedded, workspaceId, HELP_CENTRE[0]!);
	for (let search = 1; search <= 3; search++) {
		const findings = await findIn(engine)(workspaceId, question("password"));
		expect(rank(findings).map(({ articleId }) => articleId)).toEqual([id]);
		expect(await registry.metrics()).toContain(
			`\nsearch_engine_fallbacks_total ${search}\n`,
		);
	}
	await expect(engine.remove(workspaceId, [id])).rejects.toThrow();
});

it("searches in memory where the server lacks articles, and on the server elsewhere", async () => {
	const { registry } = createProcessMetrics();
	const embedded = createEmbeddedEngine(db, Date.now);
	const [lacking, whole] = [newId("wsp", 1), newId("wsp", 2)];
	const searched: string[] = [];
	const server: SearchServer = {
		...embedded,
		find: async (workspaceId, asking) => {
			searched.push(workspaceId);
			if (workspaceId === lacking) throw new IncompleteIndex("0 of 1");
			return findIn(embedded)(workspaceId, asking);
		},
	};
	const warnings: string[] = [];
	const warn = (_facts: object, message: string) => warnings.push(message);
	const engine = withFallback(
		db,
		server,
		embedded,
		createMetrics({ registry }),
		{ ...log, warn } as unknown as typeof log,
		() => 0,
	);
	const ids = new Map<string, string>();
	for (const workspaceId of [lacking, whole])
		ids.set(
			workspaceId,
			await writeArticle(db, embedded, workspaceId, HELP_CENTRE[0]!),
		);
	for (const workspaceId of [lacking, whole, lacking]) {
		const findings = await findIn(engine)(workspaceId, question("password"));
		expect(rank(findings).map(({ articleId }) => articleId)).toEqual([
			ids.get(workspaceId),
		]);
	}
	expect(searched).toEqual([lacking, whole, lacking]);
	expect(await registry.metrics()).toContain(
		"\nsearch_engine_fallbacks_total 2\n",
	);
	expect(warnings).toEqual([expect.stringContaining("lacks articles")]);
});
