// The product under faults: npm run test:chaos -- [--seconds 60] [--clients 8] [--kill-every-ms 500] [--seed 1]
import { parseArgs } from "node:util";
import { runKills } from "./kills.ts";

const { values } = parseArgs({
	options: {
		seconds: { type: "string", default: "60" },
		clients: { type: "string", default: "8" },
		"kill-every-ms": { type: "string", default: "500" },
		seed: { type: "string", default: String(Date.now() % 1_000_000) },
	},
});
console.log(`seed ${values.seed}`);
const report = await runKills({
	durationMs: Number(values.seconds) * 1_000,
	clients: Number(values.clients),
	killEveryMs: Number(values["kill-every-ms"]),
	seed: Number(values.seed),
});
console.log(JSON.stringify(report, undefined, "\t"));
if (report.violations.length > 0) {
	console.error(`${report.violations.length} violations.`);
	process.exitCode = 1;
} else console.log("Everything that was acknowledged is there, once.");
