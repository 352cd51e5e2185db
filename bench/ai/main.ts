// What the AI service understands, measured: `npm run bench:ai -- --data FOLDER --split dev [--set NAME] [--json]`.
import { parseArgs } from "node:util";
import { gold } from "./gold.ts";
import { inDomain } from "./in-domain.ts";
import { type Result, table } from "./result.ts";
import { findLabelledSets, intentsOf } from "./sets.ts";
import { openSystems } from "./systems.ts";
import { unseen } from "./unseen.ts";

const { values: options } = parseArgs({
	options: {
		data: { type: "string" },
		split: { type: "string", default: "dev" },
		set: { type: "string", multiple: true },
		task: { type: "string", multiple: true },
		models: { type: "string", default: ".cache/models" },
		vectors: { type: "string", default: ".cache/vectors" },
		json: { type: "boolean", default: false },
	},
});
if (!options.data) {
	console.error(
		"usage: --data FOLDER [--split dev] [--set NAME]... [--task unseen|in-domain|gold]... [--models FOLDER] [--vectors FOLDER] [--json]",
	);
	process.exit(2);
}

const wants = (wanted: readonly string[] | undefined, name: string) =>
	!wanted || wanted.includes(name);
const systems = await openSystems(options);
const results: Result[] = [];
const add = (lines: readonly Result[]) => {
	results.push(...lines);
	if (!options.json && lines.length > 0) console.error(table(lines));
};

for (const set of findLabelledSets(options.data, options.split)) {
	if (!wants(options.set, set.name)) continue;
	console.error(`${set.name}: ${set.train.length} texts to learn from`);
	if (wants(options.task, "unseen"))
		add(await unseen(set, intentsOf(options.data, set), systems));
	if (wants(options.task, "in-domain")) add(await inDomain(set, systems));
}
if (wants(options.task, "gold") && wants(options.set, "support-gold"))
	add(await gold(options.data, options.split, systems));
for (const system of systems) await system.close();
if (results.length === 0) {
	console.error(`Nothing to measure: no labelled *.${options.split}.jsonl.gz`);
	process.exitCode = 1;
}
console.log(
	options.json ? JSON.stringify(results, null, "\t") : table(results),
);
