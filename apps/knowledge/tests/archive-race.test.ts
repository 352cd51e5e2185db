import { newId } from "@supportdesk/ids/ids.ts";
import { Meilisearch } from "meilisearch";
import { expect, it } from "vitest";
import { ENGINE_ENVIRONMENTS } from "./engine-environments.ts";
import { fakeModel } from "./fake-model.ts";
import {
	givenDatabase,
	givenService,
	type Harness,
	HELP_CENTRE,
	harness,
} from "./given.ts";

const SEARCHES = 1_000;
const AT_A_TIME = 10;
const QUERY = "forgot my password, reset link";

for (const [engine, env] of Object.entries(ENGINE_ENVIRONMENTS))
	it.skipIf(!env)(
		`never shows an archived article in a search begun after the archive call answered (${engine})`,
		{ timeout: 120_000 },
		() => neverShowsArchived(env || {}),
	);

// Two processes: one archives, both search. A search is judged by when it began, not by when it ended.
async function neverShowsArchived(env: Record<string, string>): Promise<void> {
	const url = await givenDatabase();
	const services = [
		await givenService(url, fakeModel(), env),
		await givenService(url, fakeModel(), env),
	];
	const workspace = newId("wsp", Date.now());
	const harnesses = services.map(({ handlers }) =>
		harness(handlers, workspace),
	);
	const [first] = harnesses as [Harness];
	for (const [title, body] of HELP_CENTRE) await first.publish(title, body);
	const [found] = await first.search(QUERY);
	const id = found!.article_id;

	let begun = 0;
	let archived = false;
	let shownBefore = 0;
	let beganAfter = 0;
	const shownAfter: number[] = [];
	const searchOn = async (one: Harness) => {
		while (begun < SEARCHES) {
			const number = begun++;
			const wasArchived = archived;
			const results = await one.search(QUERY);
			const isShown = results.some(({ article_id }) => article_id === id);
			if (wasArchived) beganAfter++;
			if (isShown && wasArchived) shownAfter.push(number);
			if (isShown && !wasArchived) shownBefore++;
			if (number === SEARCHES / 2) {
				await first.archive(id);
				archived = true;
			}
		}
	};
	await Promise.all(
		Array.from({ length: AT_A_TIME }, (_, i) => searchOn(harnesses[i % 2]!)),
	);
	for (const service of services) await service.stop();
	expect(shownAfter).toEqual([]);
	expect(shownBefore).toBeGreaterThan(0);
	expect(beganAfter).toBeGreaterThan(0);
	if (!env.MEILI_URL) return;
	const client = new Meilisearch({
		host: env.MEILI_URL,
		apiKey: env.MEILI_API_KEY,
	});
	await client.deleteIndex(env.MEILI_INDEX!).waitTask({ timeout: 30_000 });
}
