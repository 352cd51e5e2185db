// Measures the memory of every process of the product under load, with jobs and mails.
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
	endCommand,
	readCommandLine,
} from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { CASES } from "../http/cases.ts";
import { load } from "../http/load.ts";
import {
	fill,
	type Prepare,
	startInCluster,
	startInOneProcess,
} from "../http/product.ts";
import { publishArticles } from "../http/publish.ts";
import { usageOf } from "../http/usage.ts";
import { makeArticles } from "./articles.ts";

const values = readCommandLine(
	"bench:memory -- [--contender cluster] [--requests 200000] [--every 20000] [--tickets 50000] [--articles 0] [--models FOLDER] [--json]",
	{
		// Or `process`: all services in one.
		contender: { type: "string", default: "cluster" },
		requests: { type: "string", default: "200000" },
		every: { type: "string", default: "20000" },
		tickets: { type: "string", default: "50000" },
		articles: { type: "string", default: "0" },
		// With MiniLM's file the product uses it.
		models: { type: "string" },
		json: { type: "boolean", default: false },
	},
);
// Support teams read much more than they write; writes start jobs and mails.
const SHARES = {
	get: 12,
	"list of 25 by status": 4,
	"create (new contact)": 1,
	reply: 2,
	"search (unanswered, known phrasing)": 1,
};
const SLICE_MS = 1_000;
const folder = makeTempFolder("memory");
const options = {
	runsJobs: true,
	...(values.models && { models: resolve(values.models) }),
};
const prepare: Prepare = async (databaseUrl, workspace) => {
	const articles = makeArticles(Number(values.articles));
	const target = { databaseUrl, folder, workspace, ...options };
	if (articles.length > 0) await publishArticles(target, articles);
	return fill(databaseUrl, workspace, Number(values.tickets));
};
const starters = { cluster: startInCluster, process: startInOneProcess };
const start =
	starters[values.contender as keyof typeof starters] ??
	endCommand(`no contender ${values.contender}`);
const product = await start(join(folder, "product"), prepare, options);
const rows: { requests: number; memoryMb: Record<string, number> }[] = [];
try {
	const { headers, targets } = product.customers[0]!;
	const mix = Object.entries(SHARES).flatMap(([name, share]) => {
		const { request } = CASES.find((each) => each.name === name)!;
		return Array.from({ length: share }, () => request(targets)!);
	});
	let sent = 0;
	let next = 0;
	while (sent < Number(values.requests)) {
		const from = sent;
		const result = await load({
			url: product.url,
			headers,
			connections: 16,
			durationMs: SLICE_MS,
			request: (n) => mix[(from + n) % mix.length]!(from + n),
		});
		const refused = Object.keys(result.statuses).filter((s) => s >= "400");
		if (refused.length > 0) {
			throw new Error(`responses were ${JSON.stringify(result.statuses)}`);
		}
		sent += result.requests;
		if (sent < next) continue;
		rows.push({ requests: sent, memoryMb: memoryOf() });
		if (!values.json) print(rows.at(-1)!, rows.length === 1);
		next += Number(values.every);
	}
} finally {
	await product.stop();
	await rm(folder, { recursive: true, force: true });
}
if (values.json) console.log(JSON.stringify(rows, undefined, "\t"));

/** Proportional memory of each process, in MB. */
function memoryOf(): Record<string, number> {
	return Object.fromEntries(
		product.processes.map(({ name, pid }) => [
			name,
			Math.round(usageOf(pid).residentBytes / 1_048_576),
		]),
	);
}

function print(
	{ requests, memoryMb }: (typeof rows)[number],
	withHead: boolean,
): void {
	const names = Object.keys(memoryMb);
	if (withHead) {
		console.log(`| requests | ${names.map((n) => `${n} MB`).join(" | ")} |`);
		console.log(`|---${"|---".repeat(names.length)}|`);
	}
	console.log(`| ${requests} | ${Object.values(memoryMb).join(" | ")} |`);
}
