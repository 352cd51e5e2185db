import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { INTENTS } from "@supportdesk/ai/signals/seeds.ts";

export interface Row {
	readonly text: string;
	readonly label: string;
}

/** A labelled set of texts, found by the names of its files. */
export interface LabelledSet {
	readonly name: string;
	/** Empty when there is no such file. */
	readonly train: readonly Row[];
	readonly test: readonly Row[];
}

/** Labels that stand for "none of ours" in the public sets. */
const OUT_OF_SCOPE = new Set(["oos", "NO_NODES_DETECTED"]);

export function isOutOfScope({ label }: Row): boolean {
	return OUT_OF_SCOPE.has(label);
}

/** Every set of the folder that has texts with labels in a file of the split; those soonest measured come first. */
export function findLabelledSets(folder: string, split: string): LabelledSet[] {
	const ending = `.${split}.jsonl.gz`;
	return readdirSync(folder)
		.filter((file) => file.endsWith(ending))
		.map((file) => file.slice(0, -ending.length))
		.flatMap((name) => {
			const train = readRows(folder, `${name}.train`).filter(isLabelled);
			const test = readRows(folder, `${name}.${split}`).filter(isLabelled);
			return test.length > 0 ? [{ name, train, test }] : [];
		})
		.sort((a, b) => a.train.length - b.train.length);
}

/** The objects of a file of JSON lines; none when it is not there. */
export function readRows(
	folder: string,
	name: string,
): Record<string, unknown>[] {
	const file = join(folder, `${name}.jsonl.gz`);
	if (!existsSync(file)) return [];
	return gunzipSync(readFileSync(file))
		.toString("utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/**
 * Which of our intents the labels of a set stand for: what the folder's taxonomy says, or else themselves, where they are
 * our intents.
 */
export function intentsOf(
	folder: string,
	{ name, test }: LabelledSet,
): ReadonlyMap<string, string> {
	const file = join(folder, "taxonomy.json");
	const map = existsSync(file)
		? JSON.parse(readFileSync(file, "utf8")).map?.[name]
		: undefined;
	const labels = new Set(test.map(({ label }) => label));
	return new Map(
		map
			? Object.entries<string>(map)
			: INTENTS.filter((intent) => labels.has(intent)).map((intent) => [
					intent,
					intent,
				]),
	);
}

function isLabelled(row: Record<string, unknown>): row is {
	text: string;
	label: string;
} {
	return typeof row.text === "string" && typeof row.label === "string";
}
