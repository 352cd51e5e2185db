// Our product beside the floor, in the same run: node bench/http/main.ts [--seconds 10] [--tickets 50000] [--json]
//   [--contenders floor,process,cluster] [--cases get,reply] [--warm-up 20000] [--node-options "…"]
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { findAnsweredQuestions } from "./answered-questions.ts";
import { startFloor } from "./floor.ts";
import { helpCentre } from "./help-centre.ts";
import { type Contender, type Measurement, measure } from "./measure.ts";
import {
	fill,
	type Prepare,
	startInCluster,
	startInOneProcess,
} from "./product.ts";
import { publishArticles } from "./publish.ts";
import { printTable } from "./table.ts";

const { values } = parseArgs({
	options: {
		seconds: { type: "string", default: "10" },
		tickets: { type: "string", default: "50000" },
		connections: { type: "string", default: "16" },
		contenders: { type: "string", default: "floor,process,cluster" },
		cases: { type: "string" },
		// Requests before each measurement. A server is that old after minutes; what it costs until then is another question.
		"warm-up": { type: "string", default: "20000" },
		json: { type: "boolean", default: false },
		// For the product's processes: "--cpu-prof --cpu-prof-dir=/tmp/profiles", "--max-semi-space-size=64".
		"node-options": { type: "string", default: "" },
	},
});
const durationMs = Number(values.seconds) * 1_000;
const tickets = Number(values.tickets);
const nodeOptions = values["node-options"].split(" ").filter(Boolean);
const folder = makeTempFolder("bench");

const prepare: Prepare = async (url, workspace) => {
	await publishArticles({ databaseUrl: url, folder, workspace }, helpCentre());
	return fill(url, workspace, tickets);
};
const starters: Record<string, () => Promise<Contender>> = {
	floor: () => startFloor(folder, tickets),
	process: () =>
		startInOneProcess(join(folder, "process"), prepare, nodeOptions),
	cluster: () => startInCluster(join(folder, "cluster"), prepare, nodeOptions),
};

const measurements: Measurement[] = [];
for (const name of values.contenders.split(",")) {
	const contender = await starters[name]!();
	try {
		const answeredQuestions = await findAnsweredQuestions(contender);
		await measure(
			{ ...contender, targets: { ...contender.targets, answeredQuestions } },
			{
				connections: Number(values.connections),
				warmUpMs: Math.min(3_000, durationMs),
				warmUpRequests: Number(values["warm-up"]),
				durationMs,
				only: values.cases?.split(","),
			},
			(measurement) => {
				measurements.push(measurement);
				if (!values.json) console.error(`${name}: ${measurement.case}`);
			},
		);
	} finally {
		await contender.stop();
	}
}
await rm(folder, { recursive: true, force: true });
if (values.json) console.log(JSON.stringify(measurements, undefined, "\t"));
else printTable(measurements);
