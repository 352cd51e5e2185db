// Tests the product under faults. Default: processes are killed at random; --rolling: every process is restarted in
// order under load; --links: every fault on every link between two parts; --neighbours: one workspace attacks while
// another one is measured.
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { ATTACKS, type AttackName } from "./attacks.ts";
import { type LinkReport, runBrokenLinks } from "./broken-links.ts";
import { runKills } from "./kills.ts";
import { memoryLimitMib, startNeighbours } from "./neighbours.ts";
import { runRollingRestart } from "./rolling-restart.ts";

const values = readCommandLine(
	"test:chaos -- [--seconds 60] [--creates 1000] [--kills 200] [--clients 8] [--kill-every-ms 500] [--seed 1] | --rolling [--per-second 100] [--ready-for-ms 2000] | --links [--only redis,postgres] | --neighbours [--seconds 20]",
	{
		seconds: { type: "string", default: "60" },
		creates: { type: "string", default: "0" },
		kills: { type: "string", default: "0" },
		clients: { type: "string", default: "8" },
		"kill-every-ms": { type: "string", default: "500" },
		seed: { type: "string", default: String(Date.now() % 1_000_000) },
		rolling: { type: "boolean", default: false },
		"per-second": { type: "string", default: "100" },
		"ready-for-ms": { type: "string", default: "2000" },
		links: { type: "boolean", default: false },
		only: { type: "string" },
		neighbours: { type: "boolean", default: false },
	},
);

const P99_RATIO_MAX = 3;
const violations: string[] = [];
if (values.rolling) await rolling();
else if (values.links) await links();
else if (values.neighbours) await neighbours();
else await kills();
for (const violation of violations) console.error(`VIOLATION: ${violation}`);
if (violations.length > 0) process.exitCode = 1;

async function kills(): Promise<void> {
	console.log(`seed ${values.seed}`);
	const report = await runKills({
		durationMs: Number(values.seconds) * 1_000,
		creates: Number(values.creates),
		kills: Number(values.kills),
		clients: Number(values.clients),
		killEveryMs: Number(values["kill-every-ms"]),
		seed: Number(values.seed),
	});
	console.log(JSON.stringify(report, undefined, "\t"));
	violations.push(...report.violations);
	if (violations.length === 0) {
		console.log("Every acknowledged write exists exactly once.");
	}
}

async function rolling(): Promise<void> {
	const report = await runRollingRestart(
		Number(values["per-second"]),
		Number(values["ready-for-ms"]),
	);
	console.log(JSON.stringify(report, undefined, "\t"));
	violations.push(...report.failures);
}

async function neighbours(): Promise<void> {
	const both = await startNeighbours();
	try {
		for (const name of Object.keys(ATTACKS) as AttackName[]) {
			const report = await both.measure(name, Number(values.seconds));
			console.log(name, JSON.stringify(report, undefined, "\t"));
			const { alone, beside, peakMib } = report;
			for (const [status, count] of Object.entries(beside.statuses)) {
				if (status === "0" || Number(status) >= 500) {
					violations.push(`${name}: the neighbour got ${count} × ${status}`);
				}
			}
			if (beside.p99Ms > P99_RATIO_MAX * alone.p99Ms) {
				const times = (beside.p99Ms / alone.p99Ms).toFixed(1);
				violations.push(`${name}: the neighbour's p99 is ${times} × alone`);
			}
			for (const [app, mib] of Object.entries(peakMib)) {
				if (mib <= memoryLimitMib(app)) continue;
				violations.push(`${name}: ${app} used ${mib} MiB`);
			}
		}
	} finally {
		await both.stop();
	}
}

async function links(): Promise<void> {
	console.log(
		"| link | fault | statuses | slowest ms | recovered after ms | recovered last |",
	);
	console.log("|---|---|---|---|---|---|");
	const onReport = (report: LinkReport) => {
		const statuses = Object.entries(report.statuses)
			.map(([status, count]) => `${status} × ${count}`)
			.join(", ");
		console.log(
			`| ${report.link} | ${report.fault} | ${statuses} | ${report.slowestMs.toFixed(0)} | ${report.recoveredMs.toFixed(0)} | ${report.lastFailing} |`,
		);
		violations.push(...report.violations);
	};
	violations.push(...(await runBrokenLinks(onReport, values.only?.split(","))));
}
