// Runs a TypeScript entry point on the pinned Node, from whatever Node (20 or later) the machine has: installs what the
// lock file says if it is not installed yet, and runs the program. `--production` before the entry point: it needs no
// development dependency, so none is installed for it. Without an entry point the packages are installed and that is all.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install/ensure-installed.mjs";
import { unsupportedSystem } from "./install/supported-systems.mjs";

const PARENT_CHECK_MS = 500;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isProduction = process.argv[2] === "--production";
const [entry, ...args] = process.argv.slice(isProduction ? 3 : 2);

const refusal = unsupportedSystem();
if (refusal) {
	console.error(refusal);
	process.exit(1);
}
await ensureInstalled(root, isProduction ? "production" : "everything");
if (entry) run();

function run() {
	const node = join(root, "node_modules", ".bin", "node");
	const child = spawn(node, [join(root, entry), ...args], {
		// The channel carries nothing: by its end a program that has to stop in order learns that we were killed.
		stdio: ["inherit", "inherit", "inherit", "ipc"],
		cwd: process.env.INIT_CWD ?? root,
	});
	// A terminal's Ctrl-C reaches the child by itself; a signal sent to this process alone does not.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
		process.on(signal, () => {
			if (!process.stdin.isTTY || signal !== "SIGINT") child.kill(signal);
		});
	}
	child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
	// When npm has been killed, no process is left that would stop us: we must not keep the port and the data.
	const ancestors = findAncestors();
	setInterval(() => {
		if (findAncestors() !== ancestors) child.kill("SIGTERM");
	}, PARENT_CHECK_MS).unref();
}

/** Our parent is npm, or the shell that npm puts in between, which outlives it. */
function findAncestors() {
	try {
		const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
		return `${process.ppid} ${stat.split(") ").at(-1).split(" ")[1]}`;
	} catch {
		return String(process.ppid); // no Linux
	}
}
