// Measures the product and the floor, all running at the same time and measured in turn.
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { SingleBar } from "cli-progress";
import { loadRetrievalSets } from "../search/sets.ts";
import { findAnsweredQuestions } from "./answered-questions.ts";
import { endOfLogs } from "./end-of-logs.ts";
import { startFloor } from "./floor.ts";
import { helpCentre } from "./help-centre.ts";
import { type Contender, measureInTurn, memoryMbOf } from "./measure.ts";
import {
	fill,
	type Prepare,
	type ProductOptions,
	startInCluster,
	startInOneProcess,
} from "./product.ts";
import { publishArticles } from "./publish.ts";
import { printMemory, printTable } from "./table.ts";

const values = readCommandLine(
	"bench:http -- [--short] [--rounds 7] [--seconds 1] [--tickets 50000] [--contenders floor,process,cluster,unary,tuned-unary,http2] [--cases get,reply] [--baseline FOLDER] [--warm-up 20000] [--connections 1,16] [--workspaces 1] [--models FOLDER] [--data FOLDER] [--node-options TEXT] [--json]",
	{
		// Finishes within minutes on a busy machine, with ranges twice as wide: other defaults.
		short: { type: "boolean", default: false },
		rounds: { type: "string" },
		// Of each round.
		seconds: { type: "string" },
		tickets: { type: "string" },
		// Requests in flight; every case is measured with each number.
		connections: { type: "string", default: "1,16" },
		// Of the product. The tickets are divided among them, and requests are of one after the other.
		workspaces: { type: "string", default: "1" },
		// With MiniLM's file: the product uses it, as `npm start` does.
		models: { type: "string" },
		// Public data sets, whose questions are the texts of tickets and replies.
		data: { type: "string" },
		contenders: { type: "string", default: "floor,process,cluster" },
		cases: { type: "string" },
		// A checkout of another version with its packages installed: the contender `baseline`, in one process.
		baseline: { type: "string", default: "" },
		// Requests before each measurement. A server reaches this number after minutes; its cost until then is not measured.
		"warm-up": { type: "string" },
		json: { type: "boolean", default: false },
		// For the product's processes: "--cpu-prof --cpu-prof-dir=/tmp/profiles", "--max-semi-space-size=64".
		"node-options": { type: "string", default: "" },
	},
);
const LONG = { rounds: 7, seconds: 1, tickets: 50_000, warmUp: 20_000 };
const SHORT = { rounds: 3, seconds: 0.5, tickets: 5_000, warmUp: 1_000 };
const size = values.short ? SHORT : LONG;
const WARM_UP_MS = values.short ? 1_000 : 3_000;
/** A machine on which that many requests take longer gives no figures of compiled code. */
const WARM_UP_MS_MAX = 20_000;
const TRANSPORTS = ["unary", "tuned-unary", "http2"];
const tickets = Number(values.tickets ?? size.tickets);
const nodeOptions = values["node-options"].split(" ").filter(Boolean);
const folder = makeTempFolder("bench");

const { models } = values;
const workspaces = Number(values.workspaces);
const options: ProductOptions = {
	nodeOptions,
	workspaces,
	...(models && { models: resolve(models) }),
};
const bodies =
	values.data &&
	loadRetrievalSets(values.data, "dev").flatMap(({ questions }) =>
		questions.map(({ text }) => text),
	);

const prepare: Prepare = async (url, workspace, n) => {
	if (n === 0) {
		const target = { databaseUrl: url, folder, workspace, ...options };
		await publishArticles(target, helpCentre());
	}
	return fill(url, workspace, Math.ceil(tickets / workspaces));
};
/** A cluster that differs only in how its processes call each other. */
async function startWithTransport(name: string): Promise<Contender> {
	const module = new URL(`./transports/${name}.ts`, import.meta.url).href;
	const cluster = await startInCluster(join(folder, name), prepare, {
		...options,
		nodeOptions: [...nodeOptions, `--import=${module}`],
	});
	return { ...cluster, name };
}
async function startBaseline(): Promise<Contender> {
	const own = join(folder, "baseline");
	const root = resolve(values.baseline);
	const before = await startInOneProcess(own, prepare, { ...options, root });
	return { ...before, name: "baseline" };
}
const starters: Record<string, () => Promise<Contender>> = {
	floor: () => startFloor(folder, tickets),
	process: () => startInOneProcess(join(folder, "process"), prepare, options),
	cluster: () => startInCluster(join(folder, "cluster"), prepare, options),
	baseline: startBaseline,
	...Object.fromEntries(
		TRANSPORTS.map((name) => [name, () => startWithTransport(name)]),
	),
};

const contenders: Contender[] = [];
try {
	for (const name of values.contenders.split(",")) {
		console.error(`${name} starts and loads its data`);
		const contender = await starters[name]!();
		contenders.push(contender);
	}
	const ready = await Promise.all(
		contenders.map(async (each) => {
			const answeredQuestions = await findAnsweredQuestions(each);
			const customers = each.customers.map(({ headers, targets }) => ({
				headers,
				targets: { ...targets, answeredQuestions, ...(bodies && { bodies }) },
			}));
			return { ...each, customers };
		}),
	);
	const bar = new SingleBar({
		format: "{bar} {percentage} % after {duration_formatted}, {step}",
		noTTYOutput: true,
		notTTYSchedule: 10_000,
	});
	bar.start(100, 0, { step: "" });
	const measurements = await measureInTurn(ready, {
		connections: values.connections.split(",").map(Number),
		rounds: Number(values.rounds ?? size.rounds),
		durationMs: Number(values.seconds ?? size.seconds) * 1_000,
		warmUpMs: WARM_UP_MS,
		warmUpMsMax: WARM_UP_MS_MAX,
		warmUpRequests: Number(values["warm-up"] ?? size.warmUp),
		only: values.cases?.split(","),
		onProgress: (step, done) => bar.update(Math.round(done * 100), { step }),
	});
	bar.stop();
	const memory = Object.fromEntries(
		contenders.map((each) => [each.name, memoryMbOf(each)]),
	);
	if (values.json) {
		console.log(JSON.stringify({ measurements, memory }, undefined, "\t"));
	} else {
		printTable(measurements);
		printMemory(memory);
	}
} catch (err) {
	console.error(endOfLogs(folder));
	throw err;
} finally {
	for (const { stop } of contenders) await stop();
	await rm(folder, { recursive: true, force: true });
}
