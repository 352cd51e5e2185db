import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createJobQueue } from "@supportdesk/pg/job-queue.ts";
import { startJobs } from "@supportdesk/pg/run-jobs.ts";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import type pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { type CommandLine, log, useInstallation } from "./installation.ts";

let database: TestDatabase;
let admin: pg.Client;
let cli: CommandLine;
let workspace: string;

useInstallation((given) => {
	({ database, admin, cli } = given);
});
beforeAll(async () => {
	workspace = (await cli.runJson("workspaces", "create", "--name", "Acme")).id;
	await admin.query(
		`insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
		 values ($1, 'cnt_1', 'Eve', 'eve@x.example', 'eve@x.example', now())`,
		[workspace],
	);
	await admin.query(
		`insert into tickets.tickets
		   (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent, ai_urgency, ai_sentiment,
		    ai_confidence, message_count, last_message_at, created_at, updated_at)
		 values ($1, 'tkt_1', 'Refund?', 'open', 'normal', 'api', 'cnt_1', 'other', 'normal', 'unknown', 0, 1, now(), now(), now())`,
		[workspace],
	);
});

it("has nothing to train on before a ticket is labelled", () =>
	cli.expectRefusal(
		"No ticket of the workspace is labelled: agents label by correcting tickets, or `ai label` does.",
		"ai",
		"train",
	));

it("keeps earlier labels of a ticket when another label is added", async () => {
	const label = (...labels: string[]) =>
		cli.runJson("ai", "label", "--ticket", "tkt_1", ...labels);
	await label("--intent", "refund_status", "--urgency", "high");
	expect(await label("--sentiment", "frustrated", "--urgency", "low")).toEqual({
		ticket_id: "tkt_1",
		intent: "refund_status",
		urgency: "low",
		sentiment: "frustrated",
	});
});

it.each([
	[[], "Say what the ticket is: --intent, --urgency or --sentiment."],
	[
		["--urgency", "soon"],
		'There is no urgency "soon"; there are urgent, high, normal, low.',
	],
	[["--intent", "Refund!"], '"Refund!" is not an intent.'],
])("refuses the label %j", (labels, sentence) =>
	cli.expectRefusal(sentence, "ai", "label", "--ticket", "tkt_1", ...labels),
);

it("refuses to label an unknown ticket", () =>
	cli.expectRefusal(
		"There is no ticket tkt_none.",
		"ai",
		"label",
		"--ticket",
		"tkt_none",
		"--urgency",
		"low",
	));

// Replaces the tickets service, which tests its own job.
const startService = (
	train_model: (payload: { workspaceId: string }) => Promise<void>,
) =>
	startJobs(
		{
			url: database.url,
			role: "supportdesk_tickets",
			queue: createJobQueue("tickets_jobs"),
			concurrency: 1,
		},
		{ train_model: (payload) => train_model(payload as never) },
		"",
		log,
	);

it("reports why the tickets service could not train", async () => {
	const service = await startService(async () => {
		throw new Error("refund is no intent there is.");
	});
	await cli.expectRefusal(
		"The training failed and will be tried again: refund is no intent there is.",
		"ai",
		"train",
	);
	await service.stop();
});

it("waits until the tickets service has trained, and reports progress", async () => {
	await admin.query("delete from tickets_jobs._private_jobs");
	const training = cli.run("ai", "train", "--json");
	await expect
		.poll(() => admin.query("select from tickets_jobs.jobs"))
		.toMatchObject({ rowCount: 1 });
	let steps = 0;
	const service = await startService(async ({ workspaceId }) => {
		if (++steps > 5) {
			await admin.query(
				"insert into tickets.models values ($1, 'model_1', '', 1, now())",
				[workspaceId],
			);
			return;
		}
		await sleep(500); // longer than the polling interval
		await admin.query(
			"select tickets_jobs.enqueue('train_model', $1, null, $2)",
			[{ workspaceId }, `train_model ${workspaceId}`],
		);
	});
	const { code, out, err } = await training;
	expect(code, err).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		workspace_id: workspace,
		model_id: "model_1",
		example_count: 1,
	});
	expect(err).toMatch(/^(Training for \d+ seconds …\n)+$/);
	await service.stop();
});

it("measures the AI on labelled texts without a database", async () => {
	const folder = makeTempFolder("evaluate");
	const file = join(folder, "data.jsonl");
	const line = (text: string, label: string) =>
		`${JSON.stringify({ text, label })}\n`;
	await writeFile(
		file,
		line("Where is my refund?", "refund_status") +
			line("I cannot log in.", "account_access"),
	);
	expect(await cli.runJson("ai", "evaluate", "--data", file)).toMatchObject({
		task: "intent",
		n: 2,
		accuracy: 1,
	});
	await writeFile(file, line("Hello", "small_talk") + line("Tulips", "garden"));
	const { code, out, err } = await cli.run("ai", "evaluate", "--data", file);
	expect({ code, out, err }).toMatchObject({
		code: 0,
		out: expect.stringContaining("accuracy   0.5"),
		err: expect.stringMatching(/^1 of 2 texts count as wrong.*"garden".*\n$/),
	});
	expect(
		await cli.run("ai", "evaluate", "--data", join(folder, "none")),
	).toMatchObject({
		code: 1,
		err: `${join(folder, "none")} is not there\n`,
	});
	await rm(folder, { recursive: true });
});
