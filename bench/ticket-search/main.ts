// Measures searches for two words in one workspace of many tickets, for words of every frequency: the newest matches, those
// of a page that is far behind, and the first page by relevance. Words are generated with a natural distribution (Zipf).
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startPostgresProcess } from "@supportdesk/cluster/postgres-process.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { read, readAll } from "@supportdesk/pg/transaction.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { readSearchQuery } from "@supportdesk/tickets/domain/search-query.ts";
import { migration } from "@supportdesk/tickets/migration.ts";
import {
	NEWEST_FIRST,
	selectRanked,
} from "@supportdesk/tickets/store/ranked-search.ts";
import {
	selectTicketPage,
	selectTicketsInOrder,
	TICKETS,
} from "@supportdesk/tickets/store/ticket-list.ts";
import { searchFor } from "@supportdesk/tickets/store/ticket-search.ts";
import pg from "pg";
import { quantileOf } from "../quantile.ts";

const values = readCommandLine(
	"bench:ticket-search -- [--tickets 1000000] [--searches 200]",
	{
		tickets: { type: "string", default: "1000000" },
		searches: { type: "string", default: "200" },
	},
);
const TICKETS_COUNT = Number(values.tickets);
const WORKSPACE = "wsp_1";
const VOCABULARY = 30_000;
const WORDS = 50; // of a subject and its messages
const PAGE = 25;
const PAGES = ["first", "deep", "ranked"] as const;
type Page = (typeof PAGES)[number];
const log = createLogger({ name: "bench", level: "error" });

const folder = makeTempFolder("ticket-search");
const postgres = await startPostgresProcess(join(folder, "postgres"), true);
const url = postgres.url();
await migrate(migration(url), log);
await fill();
const pool = createPool(
	{ url, schema: "tickets", role: "supportdesk_tickets", sizeMax: 4 },
	log,
);
const random = seededRandom(1);

const PAGE_READS: Record<Page, (terms: Terms) => Promise<number>> = {
	first: (terms) => readNewest(terms),
	deep: (terms) =>
		readNewest(terms, {
			value: new Date(Date.UTC(2024, 0, 1)).toISOString(),
			id: "tkt_",
		}),
	ranked: readRanked,
};

console.log("| words of rank | matches | page | p50 ms | p95 ms |");
console.log("|---|---|---|---|---|");
for (const [from, to] of [
	[1, 10],
	[10, 100],
	[100, 1_000],
	[1_000, 30_000],
] as const) {
	for (const page of PAGES) await measure(from, to, page);
}
await pool.end();
await postgres.stop();
await rm(folder, { recursive: true });

async function measure(from: number, to: number, page: Page) {
	const times: number[] = [];
	let matches = 0;
	for (let i = 0; i < Number(values.searches); i += 1) {
		const word = () => `w${Math.floor(from * (to / from) ** random())}`;
		const terms = readSearchQuery(`${word()} ${word()}`);
		const started = performance.now();
		matches += await PAGE_READS[page](terms);
		times.push(performance.now() - started);
	}
	const quantile = (share: number) => quantileOf(times, share).toFixed(1);
	const mean = (matches / times.length).toFixed(1);
	console.log(
		`| ${from} to ${to} | ${mean} of ${PAGE + 1} | ${page} | ${quantile(0.5)} | ${quantile(0.95)} |`,
	);
}

type Terms = Parameters<typeof searchFor>[0];
type Position = Parameters<typeof selectTicketPage>[5];

/** The page of what matches, behind this position. */
async function readNewest(terms: Terms, position?: Position) {
	const [, rows] = await readAll(pool, WORKSPACE, [
		searchFor(terms),
		selectTicketPage(
			TICKETS,
			WORKSPACE,
			{ q: "" },
			NEWEST_FIRST,
			PAGE,
			position,
		),
	]);
	return rows.length;
}

async function readRanked(terms: Terms) {
	const [, ranked] = await readAll(pool, WORKSPACE, [
		searchFor(terms),
		selectRanked(WORKSPACE, { q: "" }, PAGE, undefined),
	]);
	const ids = ranked.map(({ id }) => id);
	const select = selectTicketsInOrder(TICKETS, WORKSPACE, ids);
	return (await read(pool, WORKSPACE, select)).length;
}

/** Tickets of four years, with their words in the form that the triggers give them. */
async function fill(): Promise<void> {
	const client = new pg.Client(url);
	await client.connect();
	await client.query(`
		set search_path = tickets;
		set session_replication_role = replica;
		set synchronous_commit = off;
		set maintenance_work_mem = '512MB';
		insert into workspaces values ('${WORKSPACE}');
		insert into contacts (workspace_id, id, name, email, email_key, created_at)
		values ('${WORKSPACE}', 'cnt_1', 'Ada', 'a@b.c', 'a@b.c', now());
		drop index ticket_search_workspace_words;
		insert into tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent, ai_urgency,
		  ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at)
		select '${WORKSPACE}', 'tkt_' || lpad(n::text, 26, '0'), 'Subject', 'open', 'normal', 'api', 'cnt_1', 'other', 'normal',
		       'unknown', 0, 1, at, at, at
		  from generate_series(1, ${TICKETS_COUNT}) n
		 cross join lateral (select timestamptz '2022-01-01' + n * interval '4 years' / ${TICKETS_COUNT}) t (at);
		insert into ticket_search (workspace_id, ticket_id, heading, body)
		select '${WORKSPACE}', 'tkt_' || lpad(n::text, 26, '0'), '',
		       to_tsvector('simple', array_to_string(array(select 'w' || floor(${VOCABULARY} ^ random()) from generate_series(1, ${WORDS} + 0 * n)), ' '))
		  from generate_series(1, ${TICKETS_COUNT}) n;
		create index ticket_search_workspace_words on ticket_search using gin (indexed_words(workspace_id, words)) with (fastupdate = off);
		analyze tickets; analyze ticket_search`);
	await client.end();
}
