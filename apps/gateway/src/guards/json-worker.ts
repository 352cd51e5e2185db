import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { decodeFiles } from "./decode-files.ts";
import type { ParseReply } from "./json-parser.ts";
import type { ShapeLimits } from "./json-shape.ts";
import { parseJson } from "./parse-json.ts";

// A thread that parses one large body, so that the main thread stays free for requests.
const files: ArrayBuffer[] = [];
const { bytes, shape } = workerData as {
	bytes: Uint8Array;
	shape: ShapeLimits | undefined;
};
const result = parse(files);
parentPort?.postMessage(result, files);

/** @param files receives the memory that is handed over */
function parse(files: ArrayBuffer[]): ParseReply {
	try {
		const parsed = parseJson(bytes, shape);
		files.push(...decodeFiles(parsed.value));
		return { parsed };
	} catch (err) {
		if (!(err instanceof AppError)) throw err;
		const { type, code, message, param } = err;
		return { refusal: { type, code, message, param } };
	}
}
