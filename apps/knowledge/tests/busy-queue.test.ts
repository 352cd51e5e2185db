import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { fakeModel } from "./fake-model.ts";
import {
	givenDatabase,
	givenService,
	givenWorkspace,
	harness,
} from "./given.ts";

const JOBS = 10_000;
// How many of those a second pass, or a slow one, lets ahead; in order of arrival it would be all.
const AHEAD = 500;

it("indexes an article before nearly all of the 10,000 that another workspace has to index", async () => {
	const url = await givenDatabase();
	const client = new pg.Client(url);
	await client.connect();
	const service = await givenService(url, fakeModel());
	try {
		const [busyId, quietId] = [newId("wsp", 1), newId("wsp", 2)];
		for (const id of [busyId, quietId]) await givenWorkspace(client, id);
		const busy = harness(service.handlers, busyId);
		const quiet = harness(service.handlers, quietId);
		const { id: articleId } = await busy.publish("Refunds", "Five days.");
		await client.query(
			`select knowledge_jobs.enqueue('index_article', $1, clock_timestamp(), null, 0)
			   from generate_series(1, $2::int)`,
			[{ workspaceId: busyId, articleId }, JOBS],
		);
		const { id } = await quiet.publish("Parcels", "Return them in May.");
		await expect
			.poll(async () => (await quiet.article(id)).indexed_at)
			.not.toBeNull();
		const { rows } = await client.query(
			"select count(*)::int as count from knowledge_jobs._private_jobs",
		);
		expect(rows[0].count).toBeGreaterThan(JOBS - AHEAD);
		await client.query("delete from knowledge_jobs._private_jobs");
	} finally {
		await service.stop();
		await client.end();
	}
});
