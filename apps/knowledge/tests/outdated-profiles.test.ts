import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Service } from "../src/service.ts";
import { fakeModel } from "./fake-model.ts";
import {
	givenDatabase,
	givenService,
	givenWorkspace,
	type Harness,
	HELP_CENTRE,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

const model = fakeModel();
let url: string;
let service: Service;
let ours: Harness;
let client: pg.Client;

beforeAll(async () => {
	url = await givenDatabase();
	client = new pg.Client(url);
	await client.connect();
	service = await givenService(url, model);
	const workspace = newId("wsp", Date.now());
	await givenWorkspace(client, workspace);
	ours = harness(service.handlers, workspace);
	for (const [title, body] of HELP_CENTRE) await ours.publish(title, body);
	await until(() => jobsAreDone(url));
});
afterAll(async () => {
	await service.stop();
	await client.end();
});

/** As the service does every minute. */
async function refresh(): Promise<void> {
	await client.query("select knowledge_jobs.add_job('refresh_vectors')");
	await until(() => jobsAreDone(url));
}

/** Each article's index entry, with the revision that shows whether it was indexed since. Clients see that `indexed_at` stays. */
async function profiles() {
	const { rows } = await client.query<{ title: string; revision: number }>(
		`select a.title, a.revision::int, a.indexed_at, p.encoder, p.analysis_version, p.terms
		   from knowledge.articles a
		   join knowledge.article_profiles p on p.article_id = a.id
		  order by a.title`,
	);
	return rows;
}

it("leaves current profiles as they are", async () => {
	const before = await profiles();
	await refresh();
	expect(await profiles()).toEqual(before);
});

it("encodes articles again whose vectors are another encoder's", async () => {
	const before = await profiles();
	model.encoder = "fake-2";
	await refresh();
	expect(await profiles()).toEqual(
		before.map((profile) => ({
			...profile,
			revision: expect.any(Number),
			encoder: "fake-2",
		})),
	);
});

it("encodes articles again, once, when the encoder reads more languages than before", async () => {
	const before = await profiles();
	model.version = "more-languages";
	await refresh();
	const after = await profiles();
	expect(after).toEqual(
		before.map((profile) => ({ ...profile, revision: expect.any(Number) })),
	);
	for (const [i, { revision }] of after.entries())
		expect(revision).not.toBe(before[i]!.revision);
	await refresh();
	expect(await profiles()).toEqual(after);
});

it("analyses articles again that an earlier version analysed", async () => {
	const before = await profiles();
	await client.query(
		`update knowledge.article_profiles p
		    set terms = 'read otherwise', title_counts = '\\x0101', body_counts = '\\x0101', analysis_version = 1
		   from knowledge.articles a
		  where a.id = p.article_id and a.title = 'Close your account'`,
	);
	await refresh();
	const after = await profiles();
	expect(after).toEqual(
		before.map((profile) => ({ ...profile, revision: expect.any(Number) })),
	);
	const indexed = after.filter(
		({ revision }, i) => revision !== before[i]!.revision,
	);
	expect(indexed.map(({ title }) => title)).toEqual(["Close your account"]);
});
