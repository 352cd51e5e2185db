// Measures the predictions of the AI service. See README.md.
import { endCommand } from "@supportdesk/testkit/command-line.ts";
import { orExit, readDataOptions } from "../data-options.ts";
import { gold } from "./gold.ts";
import { inDomain } from "./in-domain.ts";
import { type Result, table } from "./result.ts";
import { findLabelledSets, intentsOf } from "./sets.ts";
import { openSystems } from "./systems.ts";
import { unseen } from "./unseen.ts";

const TASKS = ["unseen", "in-domain", "gold"];

const {
	data,
	split,
	set: wanted,
	task: tasks = TASKS,
	...options
} = readDataOptions(
	"bench:ai",
	"[--set NAME]... [--task unseen|in-domain|gold]... [--vectors FOLDER]",
	{
		set: { type: "string", multiple: true },
		task: { type: "string", multiple: true },
		vectors: { type: "string", default: ".cache/vectors" },
	},
);
for (const task of tasks)
	if (!TASKS.includes(task))
		endCommand(`--task is one of ${TASKS.join(", ")}, not ${task}`);
const wants = (set: string) => !wanted || wanted.includes(set);
const sets = orExit(() =>
	findLabelledSets(data, split)
		.filter(({ name }) => wants(name) && tasks.some((one) => one !== "gold"))
		.map((set) => ({ set, intents: intentsOf(data, set) })),
);
const systems = await openSystems(options);
const results: Result[] = [];
const add = (lines: readonly Result[]) => {
	results.push(...lines);
	if (!options.json && lines.length > 0) console.error(table(lines));
};

for (const { set, intents } of sets) {
	const before = results.length;
	console.error(
		`${set.name}: ${set.train.length} training texts, ${set.test.length} test texts`,
	);
	if (tasks.includes("unseen")) add(await unseen(set, intents, systems));
	if (tasks.includes("in-domain")) add(await inDomain(set, systems));
	if (results.length === before)
		console.error(
			`${set.name}: needs a ${set.name}.train.jsonl.gz, or labels that map to the product's intents`,
		);
}
if (tasks.includes("gold") && wants("support-gold"))
	add(await gold(data, split, systems));
for (const system of systems) await system.close();
if (results.length === 0) {
	console.error(`Nothing to measure: no labelled *.${split}.jsonl.gz`);
	process.exitCode = 1;
}
console.log(
	options.json ? JSON.stringify(results, null, "\t") : table(results),
);
