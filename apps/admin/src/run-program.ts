import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { AdminError } from "./admin-error.ts";

/**
 * Runs a program of the product in a separate process and returns its standard output.
 *
 * @param node path of the Node executable.
 * @param onProgress receives each line of its standard error immediately.
 * @throws AdminError when the program does not exist or fails, with the last line of its standard error.
 */
export async function runProgram(
	node: string,
	path: string,
	args: readonly string[],
	onProgress: (line: string) => void,
): Promise<string> {
	if (!existsSync(path)) {
		throw new AdminError(
			`${path} is not there: an image of the command line alone has no other apps. Run this from the whole product.`,
		);
	}
	const child = spawn(node, [path, ...args], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	const closed = new Promise<number | null>((resolve, reject) => {
		child.on("error", reject).on("close", resolve);
	});
	const [out, last, code] = await Promise.all([
		text(child.stdout),
		reportLines(child.stderr, onProgress),
		closed,
	]);
	if (code !== 0) {
		throw new AdminError(last || `The program ended with code ${code}.`);
	}
	if (last) onProgress(last);
	return out;
}

/** Reports each line but the last, which may be the reason of a failure, and returns the last. */
async function reportLines(
	stream: Readable,
	onLine: (line: string) => void,
): Promise<string> {
	let last = "";
	for await (const line of createInterface(stream)) {
		if (line.trim() === "") continue;
		if (last) onLine(last);
		last = line;
	}
	return last;
}
