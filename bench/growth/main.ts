// Compares the product with a year of data of a hundred companies with an empty one, both loaded in turn in the same
// run.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { SingleBar } from "cli-progress";
import pg from "pg";
import { type Measurement, measureInTurn } from "../http/measure.ts";
import {
	fill,
	type Prepare,
	selectTickets,
	someTickets,
	startInOneProcess,
} from "../http/product.ts";
import { quantileOf } from "../quantile.ts";
import { makeArticles } from "./articles.ts";
import { withoutIndexes } from "./copy.ts";
import { withDeepPages } from "./deep-pages.ts";
import { fillWorkspace } from "./fill.ts";
import { fillArticles } from "./fill-articles.ts";
import { type FirstSearches, measureFirstSearches } from "./first-searches.ts";

const values = readCommandLine(
	"bench:growth -- [--tickets 1000000] [--workspaces 100] [--articles 10000] [--seconds 5] [--rounds 3] [--connections 16] [--cases get,reply] [--keep FOLDER] [--json]",
	{
		tickets: { type: "string", default: "1000000" },
		workspaces: { type: "string", default: "100" },
		articles: { type: "string", default: "10000" },
		seconds: { type: "string", default: "5" },
		rounds: { type: "string", default: "3" },
		connections: { type: "string", default: "16" },
		cases: {
			type: "string",
			default: "get,list of 25 by status,deep page,create (new contact),reply",
		},
		// A folder where the grown product stays; filled if it is empty.
		keep: { type: "string" },
		json: { type: "boolean", default: false },
	},
);
const workspaceCount = Number(values.workspaces);
const ticketsEach = Math.ceil(Number(values.tickets) / workspaceCount);
const articles = Number(values.articles);
const durationMs = Number(values.seconds) * 1_000;
// Enough open tickets in the empty product that both return pages of 25.
const EMPTY_TICKETS = 1_000;
const folder = makeTempFolder("growth");
const grownFolder = values.keep ?? join(folder, "grown");
const kept = join(grownFolder, "workspace.json");
const existing: Workspace | undefined = existsSync(kept)
	? JSON.parse(readFileSync(kept, "utf8"))
	: undefined;

const prepareEmpty: Prepare = (url, workspace) =>
	fill(url, workspace, EMPTY_TICKETS);

const prepareGrown: Prepare = async (url, workspace) => {
	const client = new pg.Client(url);
	await client.connect();
	if (!existing) {
		await grow(client, url, workspace);
		writeFileSync(kept, JSON.stringify(workspace));
	}
	const ids = existing
		? await selectTickets(client, workspace)
		: await someTickets(client, workspace);
	await client.end();
	return ids;
};

async function grow(client: pg.Client, url: string, workspace: Workspace) {
	const ticketCount = workspaceCount * ticketsEach;
	await withBar("tickets ", ticketCount, (onProgress) =>
		withoutIndexes(client, "tickets", async () => {
			for (let i = 0; i < workspaceCount; i += 1) {
				const each = i === 0 ? workspace : await another(url, i);
				await fillWorkspace(client, each, ticketsEach, onProgress);
			}
		}),
	);
	await withBar("articles", articles, (onProgress) =>
		fillArticles(client, workspace, makeArticles(articles), onProgress),
	);
}

const empty = await startInOneProcess(join(folder, "empty"), prepareEmpty);
const grown = await startInOneProcess(grownFolder, prepareGrown, { existing });
let measurements: Measurement[];
const startMs: Record<string, number[]> = { empty: [], grown: [] };
const firstSearches: FirstSearches[] = [];
try {
	measurements = await measureInTurn(
		[
			{ ...(await withDeepPages(empty)), name: "empty" },
			{ ...(await withDeepPages(grown)), name: "grown" },
		],
		{
			connections: [Number(values.connections)],
			rounds: Number(values.rounds),
			warmUpMs: Math.min(3_000, durationMs),
			durationMs,
			only: values.cases.split(","),
		},
	);
	for (let round = 0; round < Number(values.rounds); round += 1) {
		startMs.empty!.push(await empty.restart!());
		startMs.grown!.push(await grown.restart!());
		firstSearches.push(await measureFirstSearches(grown));
	}
} finally {
	await grown.stop();
	await empty.stop();
	await rm(folder, { recursive: true, force: true });
}
if (values.json) {
	console.log(
		JSON.stringify({ measurements, startMs, firstSearches }, undefined, "\t"),
	);
} else {
	printRatios();
	for (const [side, times] of Object.entries(startMs)) {
		console.log(`start, ${side}: ${quantileOf(times, 0.5).toFixed(0)} ms`);
	}
	for (const { statuses, slowestMs } of firstSearches) {
		console.log(
			`16 searches after a start with ${articles} articles: ${JSON.stringify(statuses)}, the slowest ${slowestMs.toFixed(0)} ms`,
		);
	}
}

function another(url: string, n: number): Promise<Workspace> {
	return provisionWorkspace(url, `bench ${n}`, { plan: "enterprise" });
}

async function withBar(
	what: string,
	total: number,
	run: (onProgress: (count: number) => void) => Promise<void>,
): Promise<void> {
	const bar = new SingleBar({
		format: `${what} {bar} {value}/{total}, {eta_formatted} left`,
		noTTYOutput: true,
		notTTYSchedule: 10_000,
	});
	bar.start(total, 0);
	await run((count) => bar.increment(count));
	bar.stop();
}

/** Prints the median round of each side and their ratios. */
function printRatios(): void {
	console.log(
		"| request | empty: req/s | CPU µs | grown: req/s | CPU µs | grown ÷ empty: req/s | empty ÷ grown: CPU |\n|---|---|---|---|---|---|---|",
	);
	for (const name of new Set(measurements.map((each) => each.case))) {
		const of = (side: string, figure: "requestsPerSecond" | "cpuUs") =>
			quantileOf(
				measurements
					.find((each) => each.case === name && each.contender === side)!
					.rounds.map((round) => round[figure]),
				0.5,
			);
		const emptyRate = of("empty", "requestsPerSecond");
		const grownRate = of("grown", "requestsPerSecond");
		const emptyCpu = of("empty", "cpuUs");
		const grownCpu = of("grown", "cpuUs");
		const columns = [
			name,
			emptyRate.toFixed(0),
			emptyCpu.toFixed(0),
			grownRate.toFixed(0),
			grownCpu.toFixed(0),
			(grownRate / emptyRate).toFixed(2),
			(emptyCpu / grownCpu).toFixed(2),
		];
		console.log(`| ${columns.join(" | ")} |`);
	}
}
