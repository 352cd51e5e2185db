import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { INTENTS } from "@supportdesk/ai/signals/seeds.ts";
import { namesOf, readRows } from "../data-folder.ts";

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
	const rowsOf = (name: string, part: string) =>
		readRows(folder, `${name}.${part}.jsonl.gz`).filter(isLabelled);
	return namesOf(folder, `.${split}.jsonl.gz`)
		.map((name) => ({
			name,
			train: rowsOf(name, "train"),
			test: rowsOf(name, split),
		}))
		.filter(({ test }) => test.length > 0)
		.sort((a, b) => a.train.length - b.train.length);
}

/**
 * Which of our intents the labels of a set stand for: what the folder's taxonomy says, or else themselves, where they are
 * our intents.
 */
export function intentsOf(
	folder: string,
	{ name, test }: LabelledSet,
): ReadonlyMap<string, string> {
	const map = readTaxonomy(join(folder, "taxonomy.json"))?.[name];
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

/** What the labels of each set stand for. */
function readTaxonomy(
	file: string,
): Record<string, Record<string, string>> | undefined {
	if (!existsSync(file)) return undefined;
	try {
		return JSON.parse(readFileSync(file, "utf8")).map;
	} catch (cause) {
		throw new Error(`${file} is no JSON`, { cause });
	}
}

function isLabelled<T extends object>(row: T): row is T & Row {
	const { text, label } = row as Partial<Row>;
	return typeof text === "string" && typeof label === "string" && label !== "";
}
