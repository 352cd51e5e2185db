import { parentPort } from "node:worker_threads";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { ParseReply, ParseRequest } from "./json-parser.ts";
import { parseJson } from "./parse-json.ts";

// The thread that parses large bodies, so that the one that serves requests does not.
parentPort?.on("message", ({ id, bytes }: ParseRequest) => {
	parentPort?.postMessage(reply(id, bytes));
});

function reply(id: number, bytes: Uint8Array): ParseReply {
	try {
		return { id, value: parseJson(bytes) };
	} catch (err) {
		if (!(err instanceof AppError)) throw err;
		const { type, code, message, param } = err;
		return { id, refusal: { type, code, message, param } };
	}
}
