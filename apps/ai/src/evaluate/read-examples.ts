import { z } from "zod";
import type { Example } from "../signals/task.ts";
import { readJsonLines } from "./json-lines.ts";

const Row = z.object({ text: z.string(), label: z.string().min(1) });

/**
 * Reads a file of JSON lines with `text` and `label`, gzip or not.
 * @throws Error that says what is wrong with the file, and names the line that is not such an object
 */
export function readExamples(file: string): Example[] {
	const examples = readJsonLines(
		file,
		(value) => Row.parse(value),
		`a JSON object with the strings "text" and "label"`,
	);
	if (examples.length === 0) throw new Error(`${file} is empty`);
	return examples;
}
