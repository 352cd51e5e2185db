import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { INTENTS } from "@supportdesk/ai/signals/seeds.ts";
import { OTHER_INTENT } from "@supportdesk/ai/signals/task.ts";
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

/** Labels for out-of-scope texts in the public sets. */
const OUT_OF_SCOPE = new Set(["oos", "NO_NODES_DETECTED"]);

export function isOutOfScope({ label }: Row): boolean {
	return OUT_OF_SCOPE.has(label);
}

/** Every set of the folder that has texts with labels in a file of the split; the fastest to measure first. */
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
 * Maps a set's labels to the product's intents: by the folder's taxonomy, or by equal names. A set's `other` is whatever
 * its own labels leave, so it is the product's only where all of the set's labels are the product's.
 */
export function intentsOf(
	folder: string,
	{ name, test }: LabelledSet,
): ReadonlyMap<string, string> {
	const map = readTaxonomy(join(folder, "taxonomy.json"))?.[name];
	if (map) return new Map(Object.entries<string>(map));
	const labels = new Set(
		test.filter((row) => !isOutOfScope(row)).map(({ label }) => label),
	);
	const isOurs = labels.isSubsetOf(new Set(INTENTS));
	const equal = INTENTS.filter(
		(intent) => labels.has(intent) && (isOurs || intent !== OTHER_INTENT),
	);
	return new Map(equal.map((intent) => [intent, intent]));
}

/** The intents of each set's labels. */
function readTaxonomy(
	file: string,
): Record<string, Record<string, string>> | undefined {
	if (!existsSync(file)) return undefined;
	try {
		return JSON.parse(readFileSync(file, "utf8")).map;
	} catch (cause) {
		throw new Error(`${file} is not JSON`, { cause });
	}
}

function isLabelled<T extends object>(row: T): row is T & Row {
	const { text, label } = row as Partial<Row>;
	return typeof text === "string" && typeof label === "string" && label !== "";
}
