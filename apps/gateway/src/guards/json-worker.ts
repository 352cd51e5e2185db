import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { ParseReply } from "./json-parser.ts";
import { parseJson } from "./parse-json.ts";

// A thread that parses one large body, so that the main thread stays free for requests.
parentPort?.postMessage(reply(workerData));

function reply(bytes: Uint8Array): ParseReply {
	try {
		return { parsed: parseJson(bytes) };
	} catch (err) {
		if (!(err instanceof AppError)) throw err;
		const { type, code, message, param } = err;
		return { refusal: { type, code, message, param } };
	}
}
