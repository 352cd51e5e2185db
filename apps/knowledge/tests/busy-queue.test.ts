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
const INDEXED_WITHIN_MS = 2_000;

it("indexes an article within 2 s though another workspace has 10,000 to index", async () => {
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
			.poll(async () => (await quiet.article(id)).indexed_at, {
				timeout: INDEXED_WITHIN_MS,
			})
			.not.toBeNull();
		const { rows } = await client.query(
			"select count(*)::int as count from knowledge_jobs._private_jobs",
		);
		expect(rows[0].count).toBeGreaterThan(JOBS / 2);
		await client.query("delete from knowledge_jobs._private_jobs");
	} finally {
		await service.stop();
		await client.end();
	}
});
