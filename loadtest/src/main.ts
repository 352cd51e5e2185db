// Starts the product as a cluster on this machine, loads it with k6 and writes a report.
// Install k6 with `go install go.k6.io/k6@latest`; K6 is its path if it is not on the PATH.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { fill } from "@supportdesk/bench/http/product.ts";
import { usageOf } from "@supportdesk/bench/http/usage.ts";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import { addKey, provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { endWithParent } from "@supportdesk/testkit/end-with-parent.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { PER_MINUTE } from "./admissions.ts";
import { publishHelpCentre } from "./help-centre.ts";
import {
	type ProcessSample,
	type ScenarioResult,
	writeReport,
} from "./report.ts";
import { readSamples, type Sample } from "./samples.ts";

const values = readCommandLine(
	"loadtest -- [--scenarios rate-limits,neighbour,mixed,spike,soak] [--seconds 130] [--rate 100] [--tickets 50000] [--out FOLDER]",
	{
		scenarios: { type: "string", default: "rate-limits,neighbour,mixed,spike" },
		// Two whole minutes and the start of a third: two full windows for each key.
		seconds: { type: "string", default: "130" },
		rate: { type: "string", default: "100" },
		tickets: { type: "string", default: "50000" },
		out: { type: "string", default: "loadtest/results" },
	},
);
const SAMPLE_EVERY_MS = 2_000;

const folder = makeTempFolder("load");
const out = resolve(values.out);
await mkdir(out, { recursive: true });
const cluster = await startCluster({
	folder,
	replicas: { gateway: 2 },
	env: {
		ai: { SUPPORTDESK_MODELS_FETCH: "false" },
		gateway: { DRAIN_DELAY_MS: "0", GATEWAY_REPLICAS: "2" },
	},
});
try {
	const env = await prepare();
	const results: ScenarioResult[] = [];
	for (const scenario of values.scenarios.split(",")) {
		console.log(`== ${scenario}`);
		results.push(await run(scenario, env));
	}
	const missed = await writeReport(out, results);
	console.log(`The report is ${join(out, "report.md")}.`);
	for (const each of missed) console.error(`MISSED: ${each}`);
	if (missed.length > 0) process.exitCode = 1;
} finally {
	await cluster.stop();
	await rm(folder, { recursive: true, force: true });
}

/** Creates a workspace with tickets and a help centre, a key of each plan, and an unlimited key. */
async function prepare(): Promise<Record<string, string>> {
	const workspace = await provisionWorkspace(cluster.databaseUrl, "load", {
		plan: "enterprise",
		unlimited: true,
	});
	const keys: Record<string, string> = { unlimited: workspace.key };
	for (const plan of Object.keys(PER_MINUTE)) {
		keys[plan] = (await addKey(cluster.databaseUrl, workspace, { plan })).key;
	}
	const ids = await fill(
		cluster.databaseUrl,
		workspace,
		Number(values.tickets),
	);
	await publishHelpCentre(cluster.urls[0]!, workspace.key);
	const idsFile = join(folder, "tickets.json");
	await writeFile(idsFile, JSON.stringify(ids));
	return {
		URLS: JSON.stringify(cluster.urls),
		KEYS: JSON.stringify(keys),
		TICKET_IDS: idsFile,
		SECONDS: values.seconds,
		RATE: values.rate,
	};
}

async function run(
	scenario: string,
	env: Record<string, string>,
): Promise<ScenarioResult> {
	const file = join(folder, `${scenario}.jsonl`);
	const { command, args } = endWithParent(process.env.K6 ?? "k6", [
		"run",
		"--quiet",
		"--out",
		`json=${file}`,
		join(import.meta.dirname, `../scenarios/${scenario}.ts`),
	]);
	const k6 = spawn(command, args, {
		env: { ...process.env, ...env, K6_NO_USAGE_REPORT: "true" },
		stdio: "inherit",
	});
	const processes: ProcessSample[] = [];
	const timer = setInterval(
		() => processes.push(sampleProcesses(cluster)),
		SAMPLE_EVERY_MS,
	);
	const [exitCode] = await once(k6, "exit");
	clearInterval(timer);
	const samples: Sample[] = [];
	for await (const sample of readSamples(file)) samples.push(sample);
	await rm(file);
	return { scenario, exitCode, samples, processes };
}

function sampleProcesses({ apps, postgres }: Cluster): ProcessSample {
	const all = [
		...apps.map(({ name, pid }) => [name, pid()!] as const),
		["postgres", postgres.pid()] as const,
	];
	const usages = all.map(([name, pid]) => [name, usageOf(pid)] as const);
	return {
		timeMs: Date.now(),
		machineLoad: loadavg()[0]!,
		memoryMb: Object.fromEntries(
			usages.map(([name, usage]) => [name, usage.residentBytes / 1_048_576]),
		),
		openFiles: Object.fromEntries(
			usages.map(([name, usage]) => [name, usage.openFiles]),
		),
	};
}
