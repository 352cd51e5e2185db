import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { newId } from "@supportdesk/ids/ids.ts";
import { Meilisearch } from "meilisearch";
import { afterEach, expect, it } from "vitest";
import { ENGINE_ENVIRONMENTS } from "./engine-environments.ts";
import { fakeModel } from "./fake-model.ts";
import {
	counted,
	givenDatabase,
	givenService,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

const ARTICLES = 60;
const KILLED_AFTER = 20;
// The dead worker's jobs are given back after half a minute.
const TIME_LIMIT_MS = 120_000;
const PROCESS = fileURLToPath(new URL("indexing-process.ts", import.meta.url));

let indexer: ChildProcess | undefined;
afterEach(() => {
	indexer?.kill("SIGKILL");
});

for (const [engine, env] of Object.entries(ENGINE_ENVIRONMENTS))
	it.skipIf(!env)(
		`leaves no article behind when the process that indexes ${engine} is killed`,
		() => leavesNoneBehind(env || {}),
		TIME_LIMIT_MS,
	);

async function leavesNoneBehind(env: Record<string, string>): Promise<void> {
	const url = await givenDatabase();
	const workspace = newId("wsp", Date.now());
	// This process writes the articles and leaves the indexing to the other.
	const service = await givenService(url, fakeModel(), {
		...env,
		JOBS_AT_A_TIME: "0",
	});
	const ours = harness(service.handlers, workspace);
	const ids: string[] = [];
	for (let i = 0; i < ARTICLES; i++)
		ids.push(
			(await ours.publish(`Model zx${i} manual`, `How to use the zx${i}.`)).id,
		);
	const indexed = async () => {
		const articles = await Promise.all(ids.map((id) => ours.article(id)));
		return articles.filter(({ indexed_at }) => indexed_at !== null).length;
	};

	indexer = fork(PROCESS, [url, JSON.stringify(env)]);
	await once(indexer, "message");
	await until(async () => (await indexed()) >= KILLED_AFTER);
	indexer.kill("SIGKILL");
	await once(indexer, "exit");
	expect(await indexed()).toBeLessThan(ARTICLES);
	// Changes between the death and the restart.
	await ours.archive(ids[0]!);
	await ours.remove(ids[1]!);
	await service.stop();

	const again = await givenService(url, fakeModel(), env);
	const there = harness(again.handlers, workspace);
	await until(() => jobsAreDone(url), TIME_LIMIT_MS);
	const left = ids.slice(2);
	const articles = await Promise.all(left.map((id) => there.article(id)));
	expect(articles.filter(({ indexed_at }) => indexed_at === null)).toEqual([]);
	for (const [i, id] of ids.entries()) {
		const [first] = await there.search(`zx${i} manual`, [], 1);
		if (i < 2) expect(first?.article_id).not.toBe(id);
		else expect(first?.article_id).toBe(id);
	}
	expect(await counted(again, "search_engine_fallbacks_total")).toBe(0);
	await again.stop();
	await dropIndex(env);
}

async function dropIndex(env: Record<string, string>): Promise<void> {
	if (!env.MEILI_URL) return;
	const client = new Meilisearch({
		host: env.MEILI_URL,
		apiKey: env.MEILI_API_KEY,
	});
	await client.deleteIndex(env.MEILI_INDEX!).waitTask({ timeout: 30_000 });
}
