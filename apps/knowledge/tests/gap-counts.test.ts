import { newId } from "@supportdesk/ids/ids.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countQueriesOf } from "../src/jobs/count-unanswered.ts";
import { purge } from "../src/jobs/purge.ts";
import { reclusterWorkspace } from "../src/jobs/recluster-gaps.ts";
import type { Service } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	givenDatabase,
	givenService,
	givenWorkspace,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 30;
const RUNS = 120;
const TICKETS = 8;
/** Phrasings of a topic share their words; topics share none. */
const TOPICS = [
	["zebra piano tower", "piano, tower zebra!", "tower zebra & piano: please"],
	[
		"yacht violin desert",
		"violin desert. yacht",
		"desert yacht violin: please",
	],
	["quartz banjo glacier"],
].map((phrasings, topic) =>
	phrasings.map((phrasing, i) => `${phrasing} w${topic}x${i}`),
);

type Step =
	| { readonly do: "ask"; readonly asks: readonly Ask[] }
	| { readonly do: "delete"; readonly tickets: readonly number[] }
	| { readonly do: "purge"; readonly days: number }
	| { readonly do: "recluster" };

interface Ask {
	readonly topic: number;
	readonly phrasing: number;
	/** Undefined for a search. */
	readonly ticket: number | undefined;
	/** Which of the processes counts it. */
	readonly process: number;
}

const anyAsk: fc.Arbitrary<Ask> = fc.record({
	topic: fc.nat({ max: TOPICS.length - 1 }),
	phrasing: fc.nat({ max: 2 }),
	ticket: fc.option(fc.nat({ max: TICKETS - 1 }), {
		nil: undefined,
		freq: 7,
	}),
	process: fc.nat({ max: 1 }),
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc
			.uniqueArray(anyAsk, {
				minLength: 1,
				maxLength: 4,
				// Which of its phrasings a ticket is counted in is not known when it asks both at once.
				selector: ({ topic, ticket }) =>
					ticket === undefined ? {} : `${ticket} ${topic}`,
			})
			.map((asks): Step => ({ do: "ask", asks })),
	},
	{
		weight: 3,
		arbitrary: fc
			.uniqueArray(fc.nat({ max: TICKETS - 1 }), { minLength: 1, maxLength: 3 })
			.map((tickets): Step => ({ do: "delete", tickets })),
	},
	{
		weight: 3,
		arbitrary: fc
			.constantFrom(KEPT_DAYS - 1, KEPT_DAYS + 1)
			.map((days): Step => ({ do: "purge", days })),
	},
	{ weight: 1, arbitrary: fc.constant<Step>({ do: "recluster" }) },
);

/** The expected counts, kept as simply as possible. */
class Model {
	readonly #topics = TOPICS.map(() => ({
		frequency: 0,
		phrasings: new Map<string, { searches: number; tickets: Set<string> }>(),
	}));
	readonly #deletedOn = new Map<string, number>();
	readonly forgotten = new Set<string>();

	ask(topic: number, phrasing: string, ticket: string | undefined): void {
		const gap = this.#topics[topic]!;
		const counted = [...gap.phrasings.values()].some(
			({ tickets }) => ticket !== undefined && tickets.has(ticket),
		);
		if (counted) return;
		const known = gap.phrasings.get(phrasing) ?? {
			searches: 0,
			tickets: new Set(),
		};
		gap.phrasings.set(phrasing, known);
		this.forgotten.delete(phrasing);
		gap.frequency += 1;
		if (ticket === undefined) known.searches += 1;
		else known.tickets.add(ticket);
	}

	delete(ticket: string, day: number): void {
		if (!this.#deletedOn.has(ticket)) this.#deletedOn.set(ticket, day);
	}

	/** Drafts are made within minutes: a ticket that was deleted on another day makes no more queries. */
	mayAsk(ticket: string | undefined, day: number): boolean {
		return ticket === undefined || (this.#deletedOn.get(ticket) ?? day) === day;
	}

	purge(day: number): void {
		const isPurged = (ticket: string) =>
			day - (this.#deletedOn.get(ticket) ?? day) > KEPT_DAYS;
		for (const gap of this.#topics) {
			for (const [phrasing, { searches, tickets }] of gap.phrasings) {
				if (searches > 0 || ![...tickets].every(isPurged)) continue;
				gap.phrasings.delete(phrasing);
				this.forgotten.add(phrasing);
			}
			if (gap.phrasings.size === 0) gap.frequency = 0;
		}
	}

	/** As the API shows it, in no order. */
	gaps() {
		return this.#topics
			.filter(({ frequency }) => frequency > 0)
			.map(({ frequency, phrasings }) => ({
				frequency,
				phrasings: [...phrasings.keys()].toSorted(),
				tickets: [
					...new Set(
						[...phrasings.values()].flatMap((own) => [...own.tickets]),
					),
				]
					.filter((ticket) => !this.#deletedOn.has(ticket))
					.toSorted(),
			}));
	}
}

let url: string;
let db: Pool;
let admin: pg.Pool;
let day = 0;
const start = Date.now();
const clock = { now: () => new Date(start + day * DAY_MS) };
const model = fakeModel();
let processes: Service[];

beforeAll(async () => {
	url = await givenDatabase();
	db = createPool(configFor(url).db, log);
	admin = new pg.Pool({ connectionString: url, max: 1 });
	admin.on("error", () => {});
	processes = [
		await givenService(url, model, {}, { clock }),
		await givenService(url, model, { JOBS_AT_A_TIME: "0" }, { clock }),
	];
});
afterAll(async () => {
	for (const service of processes) await service.stop();
	await db.end();
	await admin.end();
});

/** Everything that the database holds of the service, as text. */
async function everythingStored(): Promise<string> {
	const { rows } = await admin.query<{ name: string }>(
		`select format('%I.%I', schemaname, tablename) as name
		   from pg_tables where schemaname in ('knowledge', 'knowledge_jobs')`,
	);
	let all = "";
	for (const { name } of rows) {
		const table = await admin.query<{ row: string }>(
			`select t::text as row from ${name} t`,
		);
		all += table.rows.map(({ row }) => row).join("\n");
	}
	return all;
}

it("counts unanswered queries in gaps, names no deleted ticket, and keeps no query that only purged tickets used", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { minLength: 6, maxLength: 20, size: "max" }),
			async (steps) => {
				const workspaceId = newId("wsp", start);
				await givenWorkspace(admin, workspaceId);
				const harnesses = processes.map(({ handlers }) =>
					harness(handlers, workspaceId),
				);
				const tickets = Array.from({ length: TICKETS }, () =>
					newId("tkt", start),
				);
				const expected = new Model();
				for (const step of steps) {
					if (step.do === "ask") {
						const asks = step.asks
							.map((ask) => ({
								...ask,
								text: TOPICS[ask.topic]![
									ask.phrasing % TOPICS[ask.topic]!.length
								]!,
								ticket:
									ask.ticket === undefined ? undefined : tickets[ask.ticket]!,
							}))
							.filter(({ ticket }) => expected.mayAsk(ticket, day));
						await Promise.all(
							asks.map(({ process, text, ticket }) =>
								ticket === undefined
									? harnesses[process]!.search(text)
									: harnesses[process]!.passages(ticket, text),
							),
						);
						for (const { topic, text, ticket } of asks)
							expected.ask(topic, text, ticket);
						// Beside the job, and now: most runs would wait for it otherwise.
						await countQueriesOf({ db, clock }, workspaceId);
					} else if (step.do === "delete") {
						for (const i of step.tickets) {
							const ticketId = tickets[i]!;
							await processes[0]!.handlers.forgetTicket(
								{ ticketId, deletedAt: clock.now().toISOString() },
								contextOf(workspaceId),
							);
							expected.delete(ticketId, day);
						}
					} else if (step.do === "purge") {
						day += step.days;
						await purge({ db, clock })();
						expected.purge(day);
					} else {
						await reclusterWorkspace({ db, clock, ai: model.ai }, workspaceId);
					}
					const shown = (await harnesses[0]!.gaps()).map((gap) => {
						expect(gap.example_queries).toContain(gap.topic);
						return {
							frequency: gap.frequency,
							phrasings: gap.example_queries.toSorted(),
							tickets: gap.ticket_ids.toSorted(),
						};
					});
					const inOrder = (a: { phrasings: string[] }, b: typeof a) =>
						a.phrasings[0]! < b.phrasings[0]! ? -1 : 1;
					expect(shown.toSorted(inOrder)).toEqual(
						expected.gaps().toSorted(inOrder),
					);
				}
				await until(() => jobsAreDone(url));
				const stored = await everythingStored();
				for (const phrasing of expected.forgotten)
					expect(stored).not.toContain(phrasing);
				await admin.query("delete from knowledge.gaps");
				await admin.query("delete from knowledge.deleted_tickets");
				await admin.query("delete from knowledge.workspaces");
			},
		),
		{ numRuns: RUNS },
	);
}, 300_000);
