import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { Example } from "../signals/task.ts";

const Row = z.object({ text: z.string(), label: z.string() });

/** The two bytes that every gzip file begins with. */
const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Reads a file of JSON lines with `text` and `label`, gzip or not.
 * @throws Error that names the line that is not such an object
 */
export function readExamples(file: string): Example[] {
	const bytes = readFileSync(file);
	const isGzip = GZIP_MAGIC.every((byte, i) => bytes[i] === byte);
	const text = (isGzip ? gunzipSync(bytes) : bytes).toString("utf8");
	return text.split("\n").flatMap((line, i) => {
		if (line.trim() === "") return [];
		try {
			return [Row.parse(JSON.parse(line))];
		} catch (cause) {
			throw new Error(
				`${file}, line ${i + 1}: not a JSON object with the strings "text" and "label"`,
				{ cause },
			);
		}
	});
}
