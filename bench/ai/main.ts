// What the AI service understands, measured: `npm run bench:ai -- --data FOLDER --split dev [--set NAME] [--json]`.
import { parseArgs } from "node:util";
import { gold } from "./gold.ts";
import { inDomain } from "./in-domain.ts";
import { type Result, table } from "./result.ts";
import { findLabelledSets, readTaxonomy } from "./sets.ts";
import { openSystems } from "./systems.ts";
import { unseen } from "./unseen.ts";

const { values: options } = parseArgs({
	options: {
		data: { type: "string" },
		split: { type: "string", default: "dev" },
		set: { type: "string", multiple: true },
		task: { type: "string", multiple: true },
		models: { type: "string", default: ".cache/models" },
		json: { type: "boolean", default: false },
	},
});
if (!options.data) throw new Error("--data FOLDER is required");

const wants = (wanted: readonly string[] | undefined, name: string) =>
	!wanted || wanted.includes(name);
const systems = await openSystems(options.models);
const taxonomy = readTaxonomy(options.data);
const results: Result[] = [];
const add = (lines: readonly Result[]) => {
	results.push(...lines);
	if (!options.json) console.error(table(lines));
};

for (const set of findLabelledSets(options.data, options.split)) {
	if (!wants(options.set, set.name)) continue;
	const intents = taxonomy[set.name];
	if (intents && wants(options.task, "unseen"))
		add(await unseen(set, intents, systems));
	if (wants(options.task, "in-domain")) add(await inDomain(set, systems));
}
if (wants(options.task, "gold") && wants(options.set, "support-gold"))
	add(await gold(options.data, options.split, systems));
for (const system of systems) await system.close();
console.log(
	options.json ? JSON.stringify(results, null, "\t") : table(results),
);
