// Measures the memory of every process of the product under load, with jobs and mails.
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
	endCommand,
	readCommandLine,
} from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { CASES } from "../http/cases.ts";
import { helpCentre } from "../http/help-centre.ts";
import { load } from "../http/load.ts";
import {
	fill,
	type Prepare,
	startInCluster,
	startInOneProcess,
} from "../http/product.ts";
import { publishArticles } from "../http/publish.ts";
import { usageOf } from "../http/usage.ts";
import { untilIdle } from "../ticket-cost/work.ts";

const values = readCommandLine(
	"bench:memory -- [--contender cluster] [--requests 200000] [--every 20000] [--tickets 50000] [--articles 0] [--models FOLDER] [--node-options=OPTIONS] [--json]",
	{
		// Or `process`: all services in one.
		contender: { type: "string", default: "cluster" },
		requests: { type: "string", default: "200000" },
		every: { type: "string", default: "20000" },
		tickets: { type: "string", default: "50000" },
		articles: { type: "string", default: "0" },
		// With MiniLM's file the product uses it.
		models: { type: "string" },
		"node-options": { type: "string" },
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
// On a machine that is busy with other work a product sheds load, or its parts are late.
const OVERLOADED = ["502", "503"];
const folder = makeTempFolder("memory");
const options = {
	runsJobs: true,
	...(values.models && { models: resolve(values.models) }),
	...(values["node-options"] && {
		nodeOptions: values["node-options"].split(" "),
	}),
};
const prepare: Prepare = async (databaseUrl, workspace) => {
	const articles = articlesOf(Number(values.articles));
	const target = { databaseUrl, folder, workspace, ...options };
	if (articles.length > 0) await publishArticles(target, articles);
	return fill(databaseUrl, workspace, Number(values.tickets));
};
const starters = { cluster: startInCluster, process: startInOneProcess };
const start =
	starters[values.contender as keyof typeof starters] ??
	endCommand(`no contender ${values.contender}`);
const product = await start(join(folder, "product"), prepare, options);
interface Row {
	readonly requests: number;
	/** Responses of an overloaded product; their requests are sent again as others. */
	readonly refused: number;
	readonly memoryMb: Readonly<Record<string, Memory>>;
}

interface Memory {
	readonly all: number;
	readonly anonymous: number;
	readonly shared: number;
}

const rows: Row[] = [];
try {
	const { headers, targets } = product.customers[0]!;
	const mix = Object.entries(SHARES).flatMap(([name, share]) => {
		const { request } = CASES.find((each) => each.name === name)!;
		return Array.from({ length: share }, () => request(targets)!);
	});
	let sent = 0;
	let refused = 0;
	let next = 0;
	const note = () => {
		rows.push({ requests: sent, refused, memoryMb: memoryOf() });
		if (!values.json) print(rows.at(-1)!, rows.length === 1);
	};
	while (sent < Number(values.requests)) {
		const from = sent;
		const result = await load({
			url: product.url,
			headers,
			connections: 16,
			durationMs: SLICE_MS,
			request: (n) => mix[(from + n) % mix.length]!(from + n),
		});
		const { statuses } = result;
		const isUnexpected = (status: string) =>
			status >= "400" && !OVERLOADED.includes(status);
		if (Object.keys(statuses).some(isUnexpected)) {
			throw new Error(`responses were ${JSON.stringify(statuses)}`);
		}
		const overloaded = OVERLOADED.reduce(
			(sum, status) => sum + (statuses[status] ?? 0),
			0,
		);
		refused += overloaded;
		sent += result.requests - overloaded;
		if (overloaded > 0) await sleep(SLICE_MS);
		if (sent < next) continue;
		note();
		next += Number(values.every);
	}
	await untilIdle(product);
	note();
} finally {
	await product.stop();
	await rm(folder, { recursive: true, force: true });
}
if (values.json) console.log(JSON.stringify(rows, undefined, "\t"));

/** In English: the encoder of other languages is opened only for their texts. */
function articlesOf(count: number) {
	const known = helpCentre();
	return Array.from({ length: count }, (_, n) => {
		const { title, body } = known[n % known.length]!;
		return { title: `${title} (model ${n})`, body };
	});
}

/** Proportional memory of each process, in MB. */
function memoryOf(): Record<string, Memory> {
	const mb = (bytes: number) => Math.round(bytes / 1_048_576);
	return Object.fromEntries(
		product.processes.map(({ name, pid }) => {
			const usage = usageOf(pid);
			const memory = {
				all: mb(usage.residentBytes),
				anonymous: mb(usage.anonymousBytes),
				shared: mb(usage.sharedBytes),
			};
			return [name, memory];
		}),
	);
}

function print({ requests, refused, memoryMb }: Row, withHead: boolean): void {
	const names = Object.keys(memoryMb);
	if (withHead) {
		const heads = names.map((n) => `${n} MB (heaps, shared)`);
		console.log(`| requests | refused | ${heads.join(" | ")} |`);
		console.log(`|---|---${"|---".repeat(names.length)}|`);
	}
	const columns = Object.values(memoryMb).map(
		({ all, anonymous, shared }) => `${all} (${anonymous}, ${shared})`,
	);
	console.log(`| ${requests} | ${refused} | ${columns.join(" | ")} |`);
}
