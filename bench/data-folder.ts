import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readJsonLines } from "@supportdesk/ai/evaluate/json-lines.ts";

export type Row = Readonly<Record<string, unknown>>;

/**
 * Names of the sets in a folder with a file of that ending, in alphabetical order.
 * @param ending `.dev.jsonl.gz`, for example
 * @throws Error when there is no such folder
 */
export function namesOf(folder: string, ending: string): string[] {
	if (!existsSync(folder)) throw new Error(`${folder} does not exist`);
	return readdirSync(folder)
		.filter((file) => file.endsWith(ending))
		.map((file) => file.slice(0, -ending.length))
		.sort();
}

/**
 * The objects of a file of JSON lines; none when the file is missing.
 * @throws Error that describes the error in the file
 */
export function readRows(folder: string, file: string): Row[] {
	const path = join(folder, file);
	return existsSync(path) ? readJsonLines(path, asRow, "a JSON object") : [];
}

function asRow(value: unknown): Row {
	if (value === null || typeof value !== "object" || Array.isArray(value))
		throw new TypeError("not an object");
	return value as Row;
}
