import type { TrainRequest } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import {
	createTestDatabase,
	type TestDatabase,
} from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Deps } from "../src/deps.ts";
import { trainModel } from "../src/jobs/train-model.ts";
import { trainOutdated } from "../src/jobs/train-outdated.ts";
import { migration } from "../src/migration.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");
const log = createLogger({ name: "test", level: "silent" });

let database: TestDatabase;
let admin: pg.Client;
let db: Pool;
let nowMs = NOW.getTime();

beforeAll(async () => {
	const { dir } = migration("");
	database = await createTestDatabase([dir], (url) =>
		migrate(migration(url), log),
	);
	db = createPool(
		{
			url: database.url,
			role: "supportdesk_tickets",
			schema: "tickets",
			sizeMax: 2,
		},
		log,
	);
	admin = new pg.Client(database.url);
	await admin.connect();
	await admin.query("set search_path to tickets");
});
afterAll(async () => {
	await admin.end();
	await db.end();
	await database.drop();
});

async function insertLabelled(
	workspace: string,
	ticket: string,
	label: string,
): Promise<void> {
	const now = NOW.toISOString();
	await admin.query(
		`insert into contacts (workspace_id, id, name, email, email_key, created_at)
		 values ($1, 'cnt_1', 'Eve', 'e@x.example', 'e@x.example', $2) on conflict do nothing`,
		[workspace, now],
	);
	await admin.query(
		`insert into tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent, ai_urgency,
		                      ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at)
		 values ($1, $2, 'Subject of ' || $2, 'open', 'normal', 'api', 'cnt_1', 'other', 'normal', 'unknown', 0, 2, $3, $3, $3)`,
		[workspace, ticket, now],
	);
	await admin.query(
		`insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, contact_id, status, created_at)
		 values ($1, $2, 'msg_1' || $2, 'inbound', 'html', '<b>first</b>', 'first', 'cnt_1', 'received', $3),
		        ($1, $2, 'msg_2' || $2, 'inbound', 'text', 'second', 'second', 'cnt_1', 'received', $3)`,
		[workspace, ticket, now],
	);
	await admin.query(
		`insert into labels values ($1, $2, $3, 'high', null, $4)`,
		[workspace, ticket, label, now],
	);
}

/** The model is the one thing that is not real here. */
function trainWith(requests: TrainRequest[], modelId: string) {
	const ai: Pick<Deps["ai"], "train"> = {
		train: async (request) => {
			requests.push(request);
			return {
				modelId,
				model: Buffer.from(modelId),
				exampleCount: request.examples.length,
				readPercent: modelId === "" ? 40 : 100,
			};
		},
	};
	const clock = { now: () => new Date(nowMs) };
	return trainModel({ db, ai: ai as Deps["ai"], clock, log });
}

const models = async () =>
	(
		await admin.query(
			"select workspace_id, model_id, example_count from models order by 1",
		)
	).rows;

it("learns from what the agents of the workspace said of living tickets, and keeps the last model", async () => {
	await insertLabelled("wsp_a", "tkt_1", "refund_status");
	await insertLabelled("wsp_a", "tkt_gone", "other");
	await admin.query(
		"update tickets set deleted_at = now() where id = 'tkt_gone'",
	);
	await insertLabelled("wsp_b", "tkt_foreign", "other");
	const requests: TrainRequest[] = [];

	await trainWith(requests, "first")({ workspaceId: "wsp_a" });
	expect(requests).toEqual([
		{
			trainingId: `wsp_a ${NOW.toISOString()}`,
			examples: [
				{
					text: { subject: "Subject of tkt_1", body: "first" },
					intent: "refund_status",
					urgency: "high",
					sentiment: undefined,
				},
			],
		},
	]);
	await trainWith(requests, "second")({ workspaceId: "wsp_a" });
	expect(await models()).toEqual([
		{ workspace_id: "wsp_a", model_id: "second", example_count: 1 },
	]);
});

it("asks for nothing when nothing is labelled", async () => {
	const requests: TrainRequest[] = [];
	await trainWith(requests, "none")({ workspaceId: "wsp_empty" });
	expect(requests).toEqual([]);
});

it("asks again, in a job of its own, until the model is there, and gives up after an hour", async () => {
	await insertLabelled("wsp_slow", "tkt_slow", "other");
	const queued = async () => {
		const { rows } = await admin.query(
			`select payload
			   from tickets_jobs._private_jobs
			  where key = 'train_model wsp_slow'`,
		);
		await admin.query("delete from tickets_jobs._private_jobs");
		return rows.map(({ payload }) => payload);
	};
	const requests: TrainRequest[] = [];
	const notYet = trainWith(requests, "");
	await notYet({ workspaceId: "wsp_slow" });
	nowMs += 60_000;
	const [again] = await queued();
	await notYet(again);
	expect(await queued()).toEqual([again]);
	expect(new Set(requests.map(({ trainingId }) => trainingId)).size).toBe(1);
	const ids = async () => (await models()).map((one) => one.workspace_id);
	expect(await ids()).not.toContain("wsp_slow");

	await trainWith(requests, "at last")(again);
	expect(await queued()).toEqual([]);
	expect(await ids()).toContain("wsp_slow");

	nowMs += 60 * 60_000;
	await expect(notYet(again)).rejects.toThrow("longer than an hour");
	expect(await queued()).toEqual([]);
	nowMs = NOW.getTime();
});

it("hands over no more of a ticket's words than can be learnt from", async () => {
	await insertLabelled("wsp_long", "tkt_long", "other");
	await admin.query(
		"update messages set body_text = repeat('word ', 20000) where ticket_id = 'tkt_long'",
	);
	const requests: TrainRequest[] = [];
	await trainWith(requests, "long")({ workspaceId: "wsp_long" });
	expect(requests[0]!.examples[0]!.text!.body).toHaveLength(2_000);
});

it("trains again every night where agents have labelled tickets since", async () => {
	await insertLabelled("wsp_night", "tkt_night", "other");
	await admin.query(
		"insert into workspaces (id) values ('wsp_night'), ('wsp_unlabelled')",
	);
	const run = async () => {
		await trainOutdated({ db })();
		const { rows: jobs } = await admin.query(
			"select payload from tickets_jobs._private_jobs",
		);
		await admin.query("delete from tickets_jobs._private_jobs");
		return jobs.map(({ payload }) => payload);
	};
	expect(await run()).toEqual([{ workspaceId: "wsp_night" }]);
	nowMs += 1_000;
	await trainWith([], "night")({ workspaceId: "wsp_night" });
	expect(await run()).toEqual([]);
	await admin.query(
		"update labels set updated_at = $1 where workspace_id = 'wsp_night'",
		[new Date(nowMs + 1_000)],
	);
	expect(await run()).toEqual([{ workspaceId: "wsp_night" }]);
});
