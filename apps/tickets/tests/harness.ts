import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import {
	createTestDatabase,
	servicesAddress,
} from "@supportdesk/testkit/database.ts";
import {
	type SmtpSink,
	startSmtpSink,
} from "@supportdesk/testkit/smtp-sink.ts";
import pg from "pg";
import { expect } from "vitest";
import { type Config, loadConfig } from "../src/config.ts";
import { migration } from "../src/migration.ts";
import { createService } from "../src/service.ts";
import {
	type Upstreams,
	upstreamHandlers,
	usualUpstreams,
} from "./fake-upstreams.ts";
import {
	connectTo,
	connectUpstreams,
	INTERNAL_SECRET,
	log,
	type Transport,
} from "./transport.ts";

/** The booted tickets service on a real database, with a real mail server; the other services are fakes. */
export interface Harness {
	readonly api: TicketsApi;
	/** The service's own settings; its login may do what the service may, and no more. */
	readonly config: Config;
	/** A superuser's address of the database. */
	readonly databaseUrl: string;
	readonly mail: SmtpSink;
	/** What the other services answer; `resetUpstreams` brings back the usual. */
	readonly upstreams: Upstreams;
	resetUpstreams(): void;
	/** The service's clock: real time, moved on. */
	advance(ms: number): void;
	now(): Date;
	/** Runs SQL as a superuser: sees every workspace, and what the API does not show. */
	sql<Row extends pg.QueryResultRow>(
		text: string,
		values?: readonly unknown[],
	): Promise<Row[]>;
	/** Queues a job by its name. */
	queue(task: string, payload?: object): Promise<void>;
	/** Makes jobs that wait for another try due, as if it were their first. */
	runNow(): Promise<void>;
	/** Resolves when every job is done; those that wait for another try get it at once. */
	settle(): Promise<void>;
	stop(): Promise<void>;
}

export interface HarnessOptions {
	readonly transport?: Transport;
	readonly env?: Readonly<Record<string, string>>;
}

const SETTLE_MS = 15_000;
const POLL_MS = 20;
const QUEUES = ["tickets_jobs", "tickets_mail_jobs"];

export async function startHarness({
	transport = "in process",
	env = {},
}: HarnessOptions = {}): Promise<Harness> {
	const { dir } = migration("");
	const database = await createTestDatabase([dir], (url) =>
		migrate(migration(url), log),
	);
	const mail = await startSmtpSink();
	const admin = new pg.Pool({ connectionString: database.url, max: 2 });
	admin.on("error", () => {}); // dropping the database ends its connections
	const config = loadConfig({
		DATABASE_URL: servicesAddress(database.url),
		INTERNAL_SECRET,
		CURSOR_SECRET: "a secret that only signs this test's cursors",
		AI_URL: "127.0.0.1:1",
		KNOWLEDGE_URL: "127.0.0.1:1",
		SMTP_URL: mail.url,
		MAIL_FROM: "help@desk.example",
		...env,
	});
	let offsetMs = 0;
	const now = () => new Date(Date.now() + offsetMs);
	const upstreams = usualUpstreams();
	const others = await connectUpstreams(
		transport,
		upstreamHandlers(() => upstreams),
	);
	const service = createService(config, log, others.clients, {
		clock: { now },
	});
	const own = await connectTo(
		transport,
		TicketsServiceService,
		service.handlers,
	);
	await service.start();
	const sql: Harness["sql"] = async (text, values = []) =>
		(await admin.query(text, [...values])).rows;
	const runNow = async () => {
		for (const queue of QUEUES)
			await sql(
				`update ${queue}._private_jobs
				    set run_at = now(), attempts = 0
				  where locked_at is null and run_at > now()`,
			);
	};
	const jobsLeft = async () => {
		await runNow();
		const left = QUEUES.map(
			(queue) =>
				`select t.identifier as task, j.attempts, j.last_error
				   from ${queue}._private_jobs j
				   join ${queue}._private_tasks t on t.id = j.task_id`,
		);
		return sql(left.join(" union all "));
	};
	return {
		api: own.api,
		config,
		databaseUrl: database.url,
		mail,
		upstreams,
		resetUpstreams: () => void Object.assign(upstreams, usualUpstreams()),
		advance(ms) {
			offsetMs += ms;
		},
		now,
		sql,
		async queue(task, payload = {}) {
			await sql("select tickets_jobs.enqueue($1, $2, null, null)", [
				task,
				payload,
			]);
		},
		runNow,
		settle: () =>
			expect
				.poll(jobsLeft, { timeout: SETTLE_MS, interval: POLL_MS })
				.toEqual([]),
		async stop() {
			await own.close();
			await service.stop();
			await others.close();
			await mail.close();
			await admin.end();
			await database.drop();
		},
	};
}

/** The JSON of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field, as a client would.
export function json(answer: Rendered): any {
	return JSON.parse(Buffer.from(answer.body).toString());
}
