// The product under faults. Processes killed at random; with --rolling: every process restarted in order under load; with
// --ways: every way between two parts broken in every manner.
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { runBrokenWays, type WayReport } from "./broken-ways.ts";
import { runKills } from "./kills.ts";
import { runRollingRestart } from "./rolling-restart.ts";

const values = readCommandLine(
	"test:chaos -- [--seconds 60] [--creates 1000] [--kills 200] [--clients 8] [--kill-every-ms 500] [--seed 1] | --rolling [--per-second 100] [--ready-for-ms 2000] | --ways [--only redis,postgres]",
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
		ways: { type: "boolean", default: false },
		only: { type: "string" },
	},
);

const violations: string[] = [];
if (values.rolling) await rolling();
else if (values.ways) await ways();
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
		console.log("Everything that was acknowledged is there, once.");
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

async function ways(): Promise<void> {
	console.log(
		"| way | fault | answers | slowest ms | well again after ms | at last |",
	);
	console.log("|---|---|---|---|---|---|");
	const onReport = (report: WayReport) => {
		const answers = Object.entries(report.statuses)
			.map(([status, count]) => `${status} × ${count}`)
			.join(", ");
		console.log(
			`| ${report.way} | ${report.fault} | ${answers} | ${report.slowestMs.toFixed(0)} | ${report.recoveredMs.toFixed(0)} | ${report.lastUnwell} |`,
		);
		violations.push(...report.violations);
	};
	violations.push(...(await runBrokenWays(onReport, values.only?.split(","))));
}
