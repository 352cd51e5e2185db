import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createAccountLink } from "@supportdesk/admin/create-account-link.ts";
import { createAgent } from "@supportdesk/admin/create-agent.ts";
import { createGroup } from "@supportdesk/admin/create-group.ts";
import { createKey } from "@supportdesk/admin/create-key.ts";
import { createWorkspace } from "@supportdesk/admin/create-workspace.ts";
import { defineAttribute } from "@supportdesk/admin/define-attribute.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { createLogger, type Logger } from "@supportdesk/logger/logger.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { rowType, text } from "@supportdesk/pg/row-type.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import {
	createTestDatabase,
	servicesAddress,
} from "@supportdesk/testkit/database.ts";
import {
	type DnsRecords,
	startDnsRecords,
} from "@supportdesk/testkit/dns-records.ts";
import {
	type PgBouncer,
	startPgBouncer,
} from "@supportdesk/testkit/pgbouncer.ts";
import { startSmtpSink } from "@supportdesk/testkit/smtp-sink.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { composeProduct, type Transport } from "../src/compose.ts";
import { migrateAll } from "../src/migrations.ts";
import { type Client, createClient } from "./client.ts";
import { selectEvents, type WrittenEvent } from "./written-events.ts";

/** The transports that every behaviour of the API is tested over. */
export const TRANSPORTS: readonly Transport[] = ["process", "grpc"];

export interface TestWorkspace {
	readonly id: string;
	/** The key's owner comes first. */
	readonly agents: readonly { id: string; name: string; email: string }[];
	readonly groups: readonly { id: string; name: string }[];
	readonly key: string;
	readonly api: Client;
}

export interface Mail {
	readonly to: string;
	readonly text: string;
}

/** The whole product on its own database, with a mail server that stores the mails. */
export interface TestProduct {
	readonly url: string;
	/** Of the listener for mail; undefined unless `MAIL_LISTEN` is set. */
	readonly smtpPort: number | undefined;
	/** What senders' domains say of their mail. */
	readonly dns: DnsRecords;
	/** Creates a workspace with three agents, two groups, some attributes and a key with all scopes. */
	createWorkspace(): Promise<TestWorkspace>;
	/** Creates another key of the workspace, with these scopes. */
	createKey(workspace: TestWorkspace, scopes?: string): Promise<Client>;
	/** A link that signs an agent of the workspace in to the console, once. */
	createSignInLink(
		workspaceId: string,
		agentId: string,
		role?: "admin" | "agent",
	): Promise<string>;
	/** Inserts tickets with the same creation time directly into the database. */
	insertTickets(workspaceId: string, count: number): Promise<void>;
	/** Ids of the existing tickets, newest first. */
	ticketIds(workspaceId: string): Promise<string[]>;
	/** The events of a service about this resource, in their order. */
	eventsOf(
		service: "knowledge" | "tickets",
		workspaceId: string,
		resourceId: string,
	): Promise<WrittenEvent[]>;
	/** Waits for the mail of this message. */
	nextMail(messageId: string): Promise<Mail>;
	mailsOf(messageId: string): Mail[];
	mailsTo(address: string): Mail[];
	/** Waits for a mail to this address. */
	nextMailTo(address: string): Promise<Mail>;
	/** Makes jobs that wait due. */
	runJobsNow(): Promise<void>;
	/** The tables of the whole database in which one of these texts is, as text or as bytes. */
	tablesWith(texts: readonly string[]): Promise<string[]>;
	stop(): Promise<void>;
}

const SERVICES = ["gateway", "tickets", "knowledge", "events"];
const MIGRATIONS = SERVICES.map((app) =>
	fileURLToPath(new URL(`../../${app}/migrations`, import.meta.url)),
);
const NO_LIMIT = 1_000_000;
const log = createLogger({ name: "test", level: "error" });

/** The version that Debian 12 has keeps no prepared statements. */
const pooledSettings = (pooler: PgBouncer) =>
	Object.fromEntries(
		SERVICES.map((service) => {
			const { url, directUrl } = pooler.addressesOf(service);
			const settings = {
				DATABASE_URL: url,
				DATABASE_DIRECT_URL: directUrl,
				DATABASE_PREPARE: "false",
			};
			return [service, settings];
		}),
	);

/**
 * @param options.env settings that this test overrides.
 * @param options.log of the product; of errors only, if not given.
 */
export async function startProduct(options: {
	transport: Transport;
	env?: NodeJS.ProcessEnv;
	log?: Logger;
	/** The gateway's clock, in epoch milliseconds. */
	now?: () => number;
	/** Whether the services reach the database through PgBouncer; all of a run with TEST_PGBOUNCER=1 do. */
	isPooled?: boolean;
}): Promise<TestProduct> {
	const database = await createTestDatabase(MIGRATIONS, (url) =>
		migrateAll(url, log),
	);
	const folder = makeTempFolder("product");
	const isPooled = options.isPooled ?? process.env.TEST_PGBOUNCER === "1";
	const pooler = isPooled
		? await startPgBouncer(database.url, SERVICES)
		: undefined;
	const mailServer = await startSmtpSink();
	const dns = await startDnsRecords();
	const product = await composeProduct(
		{
			PORT: "0",
			HOST: "127.0.0.1",
			DATABASE_URL: servicesAddress(database.url),
			INTERNAL_SECRET: "a secret that only tests know, long enough",
			CURSOR_SECRET: "another secret that only tests know, long",
			SECRETS_KEY: "a third secret that only tests know, long",
			SMTP_URL: mailServer.url,
			MAIL_FROM: "agents@support.example",
			OUTBOX_DIR: folder,
			MAIL_DNS_SERVERS: dns.address,
			DRAIN_DELAY_MS: "0",
			ARGON2_MEMORY_KIB: "64",
			ARGON2_PASSES: "1",
			SUPPORTDESK_MODELS: folder,
			SUPPORTDESK_MODELS_FETCH: "false",
			...options.env,
		},
		options.transport,
		createProcessMetrics(),
		options.log ?? log,
		pooler && pooledSettings(pooler),
		{ now: options.now },
	);
	const url = `http://127.0.0.1:${product.port}`;
	const pool = new pg.Pool({ connectionString: database.url, max: 4 });
	// The database is dropped while the last connections are still closing.
	pool.on("connect", (client) => client.on("error", () => {}));
	const mailsOf = (messageId: string) =>
		mailServer.mails
			.filter(({ raw }) => raw.includes(`<${messageId}@`))
			.map(({ to, raw }) => ({ to: to.join(), text: raw }));
	return {
		url,
		smtpPort: product.smtpPort,
		dns,
		createWorkspace: () => createTestWorkspace(pool, url),
		async createKey({ id, agents }, scopes = "all") {
			const { secret } = await addKey(pool, id, agents[0]!.id, scopes);
			return createClient(url, secret);
		},
		createSignInLink: (workspaceId, agentId, role = "admin") =>
			inTransaction(pool, workspaceId, async (tx) => {
				const link = await createAccountLink(tx, {
					...{ workspaceId, agentId, role },
					...{ purpose: "sign_in", publicUrl: url, now: new Date() },
				});
				return link.url;
			}),
		insertTickets: (id, count) => insertTickets(pool, id, count),
		ticketIds: (id) => ticketIds(pool, id),
		eventsOf: (service, id, resourceId) =>
			selectEvents(pool, service, id, resourceId),
		mailsOf,
		mailsTo: (address) =>
			mailServer.mails
				.filter(({ to }) => to.includes(address))
				.map(({ to, raw }) => ({ to: to.join(), text: raw })),
		runJobsNow: () => runJobsNow(pool),
		tablesWith: (texts) => tablesWith(pool, texts),
		async nextMailTo(address) {
			const { to, raw } = await mailServer.waitFor((mail) =>
				mail.to.includes(address),
			);
			return { to: to.join(), text: raw };
		},
		async nextMail(messageId) {
			await mailServer.waitFor(({ raw }) => raw.includes(`<${messageId}@`));
			return mailsOf(messageId)[0]!;
		},
		async stop() {
			await product.stop();
			await mailServer.close();
			dns.close();
			await pool.end();
			await pooler?.close();
			await database.drop();
			await rm(folder, { recursive: true });
		},
	};
}

async function createTestWorkspace(
	pool: pg.Pool,
	url: string,
): Promise<TestWorkspace> {
	const now = new Date();
	const id = newId("wsp", now.getTime());
	const { agents, groups } = await inTransaction(pool, id, async (tx) => {
		await createWorkspace(tx, { id, name: "Test", now });
		const agents = [];
		for (const name of ["Ann", "Bob", "Cleo"]) {
			const email = `${name.toLowerCase()}@support.example`;
			agents.push(await createAgent(tx, { workspaceId: id, name, email, now }));
		}
		const groups = [];
		for (const name of ["Billing", "Returns"]) {
			groups.push(await createGroup(tx, { workspaceId: id, name, now }));
		}
		const numbers = Array.from({ length: 20 }, (_, i) => `n${i}`);
		for (const [key, type, values] of [
			["plan", "enum", "free,pro"],
			["trial", "boolean"],
			["since", "date"],
			["note", "string"],
			...["seats", ...numbers].map((number) => [number, "number"]),
		] as [string, string, string?][]) {
			await defineAttribute(tx, { workspaceId: id, key, type, values, now });
		}
		return { agents, groups };
	});
	const { secret } = await addKey(pool, id, agents[0]!.id, "all");
	return {
		id,
		agents: agents.map(({ id, name, email }) => ({ id, name, email })),
		groups: groups.map(({ id, name }) => ({ id, name })),
		key: secret,
		api: createClient(url, secret),
	};
}

function addKey(
	pool: pg.Pool,
	workspaceId: string,
	ownerId: string,
	scopes: string,
) {
	return inTransaction(pool, workspaceId, (tx) =>
		createKey(tx, {
			workspaceId,
			ownerId,
			plan: "enterprise",
			scopes,
			perMinute: String(NO_LIMIT),
			burst: String(NO_LIMIT),
			concurrent: String(NO_LIMIT),
			now: new Date(),
		}),
	);
}

async function insertTickets(
	pool: pg.Pool,
	workspaceId: string,
	count: number,
): Promise<void> {
	const at = "2026-01-01T00:00:00.000Z";
	const ids = Array.from({ length: count }, () => newId("tkt", Date.now()));
	await inTransaction(pool, workspaceId, async (tx) => {
		const contact = newId("cnt", Date.now());
		await tx.query({
			text: `insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
			       values ($1, $2, 'x', 'x@example.com', $2, $3)`,
			values: [workspaceId, contact, at],
		});
		await tx.query({
			text: `insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent,
			         ai_urgency, ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at, resolved_at)
			       select $1, id, 'x', case when n % 3 = 0 then 'resolved' else 'open' end,
			              (array['urgent', 'high', 'normal', 'low'])[1 + n % 4], 'api', $2, 'other', 'normal', 'unknown', 0, 1,
			              $3, $3, $3, case when n % 3 = 0 then $3::timestamptz end
			         from unnest($4::text[]) with ordinality as t (id, n)`,
			values: [workspaceId, contact, at, ids],
		});
	});
}

async function ticketIds(
	pool: pg.Pool,
	workspaceId: string,
): Promise<string[]> {
	return inTransaction(pool, workspaceId, async (tx) => {
		const { rows } = await tx.query({
			text: `select id from tickets.tickets
			        where workspace_id = $1 and deleted_at is null
			        order by created_at desc, id desc`,
			values: [workspaceId],
			row: rowType({ id: text }),
		});
		return rows.map(({ id }) => id);
	});
}

async function runJobsNow(pool: pg.Pool): Promise<void> {
	const { rows } = await pool.query<{ queue: string }>(
		"select nspname as queue from pg_namespace where nspname like '%\\_jobs'",
	);
	for (const { queue } of rows)
		await pool.query(
			`update ${queue}._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
		);
}

async function tablesWith(
	pool: pg.Pool,
	texts: readonly string[],
): Promise<string[]> {
	const { rows } = await pool.query<{ name: string }>(
		`select format('%I.%I', nspname, relname) as name
		   from pg_class c
		   join pg_namespace n on n.oid = relnamespace
		  where relkind = 'r'
		    and nspname !~ '^(pg_|information_schema$)'
		  order by 1`,
	);
	const hex = texts.map((each) => Buffer.from(each).toString("hex"));
	const found: string[] = [];
	for (const { name } of rows) {
		const { rowCount } = await pool.query(
			`select from ${name} t
			  where exists (select from unnest($1::text[]) as each where position(lower(each) in lower(t::text)) > 0)
			  limit 1`,
			[[...texts, ...hex]],
		);
		if (rowCount) found.push(name);
	}
	return found;
}
