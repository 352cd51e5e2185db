import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { AdminError } from "./admin-error.ts";

/**
 * Runs a program of the product in a process of its own and answers what it printed.
 *
 * @param node the Node that runs it.
 * @throws AdminError with the last line of what it complained about.
 */
export async function runProgram(
	node: string,
	path: string,
	args: readonly string[],
): Promise<string> {
	const child = spawn(node, [path, ...args], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	const closed = new Promise<number | null>((resolve, reject) => {
		child.on("error", reject).on("close", resolve);
	});
	const [out, err, code] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		closed,
	]);
	if (code !== 0) {
		throw new AdminError(
			err.trim().split("\n").at(-1) || `The program ended with code ${code}.`,
		);
	}
	return out;
}
