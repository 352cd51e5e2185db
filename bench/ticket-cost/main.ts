// Measures what a ticket costs until nothing is left to do: created, signals refined, and a draft written or a gap counted;
// then what an approved draft costs until its mail is handed over. All processes of the product count, PostgreSQL included.
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
	endCommand,
	readCommandLine,
} from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import {
	helpCentre,
	helpCentreQuestions,
	newWording,
} from "../http/help-centre.ts";
import { cpuUsOf } from "../http/measure.ts";
import {
	fill,
	type Prepare,
	type Product,
	startInCluster,
	startInOneProcess,
} from "../http/product.ts";
import { publishArticles } from "../http/publish.ts";
import { loadRetrievalSets } from "../search/sets.ts";
import { approveDrafts, createTickets, untilIdle } from "./work.ts";

const values = readCommandLine(
	"bench:ticket-cost -- [--contenders process,cluster] [--tickets 200] [--unanswered] [--warm-up 1000] [--a-second 10] [--stored 50000] [--models FOLDER] [--data FOLDER] [--json]",
	{
		contenders: { type: "string", default: "process,cluster" },
		tickets: { type: "string", default: "200" },
		// Tickets that no article answers: each opens a gap or is counted in one.
		unanswered: { type: "boolean", default: false },
		// Tickets before, with other questions: V8 compiles for thousands of requests.
		"warm-up": { type: "string", default: "1000" },
		"a-second": { type: "string", default: "10" },
		// Tickets that the workspace has before.
		stored: { type: "string", default: "50000" },
		// With MiniLM's file the product uses it.
		models: { type: "string" },
		// Public data sets: WixQA's and TechQA's articles and questions instead of generated ones.
		data: { type: "string" },
		json: { type: "boolean", default: false },
	},
);
// Collecting the garbage of the run before and the vacuum of what it wrote are not what an idle product needs.
const SETTLE_SECONDS = 20;
const IDLE_SECONDS = 30;
const HELP_CENTRES = ["wixqa160", "techqa480"];
const folder = makeTempFolder("ticket-cost");
const { articles, questions } = values.data
	? publicHelpCentre(values.data)
	: {
			articles: helpCentre(),
			questions: helpCentreQuestions(),
		};
const count = Number(values.tickets);
const half = Math.floor(questions.length / 2);
const warming = questions.slice(half);
// No text is measured whose vector is known.
const measured = values.unanswered
	? Array.from({ length: count }, (_, n) => newWording(n))
	: questions.slice(0, half);
if (count > measured.length)
	endCommand(`of ${half} questions at most that many tickets are measured`);
const options = {
	runsJobs: true,
	...(values.models && { models: resolve(values.models) }),
};

const prepare: Prepare = async (databaseUrl, workspace) => {
	const target = { databaseUrl, folder, workspace, ...options };
	await publishArticles(target, articles);
	return fill(databaseUrl, workspace, Number(values.stored));
};
const starters: Record<string, () => Promise<Product>> = {
	process: () => startInOneProcess(join(folder, "process"), prepare, options),
	cluster: () => startInCluster(join(folder, "cluster"), prepare, options),
};

interface Costs {
	readonly contender: string;
	/** Milliseconds of processor time in a second without requests. */
	readonly idleMs: number;
	/** Milliseconds of processor time of a ticket without what the product needs when idle, by process. */
	readonly ticketMs: Readonly<Record<string, number>>;
	readonly drafted: number;
	readonly tickets: number;
	/** The same of an approved draft; empty when no ticket got one. */
	readonly approvalMs: Readonly<Record<string, number>>;
}

const costs: Costs[] = [];
try {
	for (const name of values.contenders.split(",")) {
		const start = starters[name] ?? endCommand(`no contender ${name}`);
		console.error(`${name} starts and loads its data`);
		costs.push(await measure(await start()));
	}
} finally {
	await rm(folder, { recursive: true, force: true });
}
if (values.json) console.log(JSON.stringify(costs, undefined, "\t"));
else print(costs);

async function measure(product: Product): Promise<Costs> {
	const aSecond = Number(values["a-second"]);
	try {
		await createTickets(product, {
			count: Number(values["warm-up"]),
			aSecond,
			questions: warming,
		});
		await untilIdle(product);
		await sleep(SETTLE_SECONDS * 1_000);
		const idle = await costOf(product, () => sleep(IDLE_SECONDS * 1_000));
		const perSecond = scaled(idle.cpuUs, 1 / idle.seconds);
		let drafted: string[] = [];
		const made = await costOf(product, async () => {
			const ids = await createTickets(product, {
				count,
				aSecond,
				questions: measured,
			});
			await untilIdle(product);
			drafted = ids;
		});
		const approved = await costOf(product, async () => {
			drafted = await approveDrafts(product, drafted);
			await untilIdle(product);
		});
		return {
			contender: product.name,
			idleMs: sum(perSecond) / 1_000,
			ticketMs: perItem(made, perSecond, count),
			drafted: drafted.length,
			tickets: count,
			approvalMs: perItem(approved, perSecond, drafted.length),
		};
	} finally {
		await product.stop();
	}
}

interface Cost {
	readonly seconds: number;
	readonly cpuUs: Readonly<Record<string, number>>;
}

async function costOf(
	product: Product,
	work: () => Promise<unknown>,
): Promise<Cost> {
	const before = cpuUsOf(product);
	const since = performance.now();
	await work();
	const seconds = (performance.now() - since) / 1_000;
	const after = cpuUsOf(product);
	const cpuUs = Object.fromEntries(
		Object.keys(after).map((name) => [name, after[name]! - before[name]!]),
	);
	return { seconds, cpuUs };
}

function perItem(
	{ seconds, cpuUs }: Cost,
	idlePerSecond: Readonly<Record<string, number>>,
	count: number,
): Record<string, number> {
	if (count === 0) return {};
	return Object.fromEntries(
		Object.entries(cpuUs).map(([name, us]) => [
			name,
			(us - idlePerSecond[name]! * seconds) / count / 1_000,
		]),
	);
}

function print(all: readonly Costs[]): void {
	console.log(
		"| contender | idle, ms a second | ticket, ms | by process | drafted | approval, ms | by process |\n|---|---|---|---|---|---|---|",
	);
	for (const each of all) {
		const { contender, idleMs, ticketMs, approvalMs } = each;
		const columns = [
			contender,
			idleMs.toFixed(1),
			sum(ticketMs).toFixed(2),
			byProcess(ticketMs),
			`${each.drafted} of ${each.tickets}`,
			sum(approvalMs).toFixed(2),
			byProcess(approvalMs),
		];
		console.log(`| ${columns.join(" | ")} |`);
	}
}

function byProcess(ms: Readonly<Record<string, number>>): string {
	return Object.entries(ms)
		.map(([name, value]) => `${name} ${value.toFixed(2)}`)
		.join(", ");
}

function scaled(
	figures: Readonly<Record<string, number>>,
	factor: number,
): Record<string, number> {
	return Object.fromEntries(
		Object.entries(figures).map(([name, value]) => [name, value * factor]),
	);
}

function sum(figures: Readonly<Record<string, number>>): number {
	return Object.values(figures).reduce((a, b) => a + b, 0);
}

function publicHelpCentre(data: string) {
	const sets = loadRetrievalSets(data, "dev").filter(({ name }) =>
		HELP_CENTRES.includes(name),
	);
	return {
		articles: sets.flatMap((set) =>
			set.articles.map(({ title, body }) => ({ title, body })),
		),
		questions: sets.flatMap((set) => set.questions.map(({ text }) => text)),
	};
}
