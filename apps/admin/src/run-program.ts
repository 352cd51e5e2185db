import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { AdminError } from "./admin-error.ts";

/**
 * Runs a program of the product in a process of its own and answers what it printed.
 *
 * @param node the Node that runs it.
 * @param onProgress told each line of its standard error as it comes.
 * @throws AdminError when it is not there, or with the last line of what it complained about.
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
		tellLines(child.stderr, onProgress),
		closed,
	]);
	if (code !== 0) {
		throw new AdminError(last || `The program ended with code ${code}.`);
	}
	if (last) onProgress(last);
	return out;
}

/** Tells each line but the last, which may be why the program failed, and answers that one. */
async function tellLines(
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
