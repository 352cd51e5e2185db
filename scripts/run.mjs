// Runs a TypeScript entry point on the pinned Node, started from any Node 20 or later: installs the packages of the
// lock file if they are missing, and runs the program. `--production` before the entry point: the program needs no
// development dependency, so none is installed. `--console` after it: the program serves the console, which is built if
// its sources have changed. Without an entry point it only installs the packages.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureConsole } from "./install/ensure-console.mjs";
import { ensureInstalled } from "./install/ensure-installed.mjs";
import { unsupportedSystem } from "./install/supported-systems.mjs";

const PARENT_CHECK_MS = 500;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const given = process.argv.slice(2);
const isProduction = given[0] === "--production" && given.shift() !== undefined;
const hasConsole = given[0] === "--console" && given.shift() !== undefined;
const [entry, ...args] = given;

const refusal = unsupportedSystem();
if (refusal) {
	console.error(refusal);
	process.exit(1);
}
await ensureInstalled(root, isProduction ? "production" : "everything");
if (hasConsole) ensureConsole(root);
if (entry) run();

function run() {
	const modules = join(root, "node_modules");
	const node = join(modules, ".bin", "node");
	// Without it the heap grows to a multiple of what is used before it is collected (bench/growth/README.md). NODE_OPTIONS refuses it.
	const options = isProduction ? ["--heap-growing-percent=30"] : [];
	const child = spawn(node, [...options, join(root, entry), ...args], {
		// The channel carries no messages: its end notifies the program that this process was killed.
		stdio: ["inherit", "inherit", "inherit", "ipc"],
		cwd: process.env.INIT_CWD ?? root,
		env: {
			// The C library's own first limit: given, it is not raised, and the memory with which an encoder is opened (50 MB and
			// more) returns to the system.
			MALLOC_TRIM_THRESHOLD_: "131072",
			// Otherwise each of a dozen threads keeps freed memory of its own (bench/growth/README.md).
			MALLOC_ARENA_MAX: "2",
			...(isProduction && {
				// Node keeps there what it has compiled, and types that it has erased: a quarter of a start's work.
				NODE_COMPILE_CACHE: join(modules, ".cache/node"),
				// Young objects take 64 MB otherwise, and requests no less processor time (bench/growth/README.md).
				NODE_OPTIONS: "--max-semi-space-size=8",
			}),
			...process.env,
		},
	});
	// A terminal's Ctrl-C reaches the child directly; a signal sent to this process alone does not.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
		process.on(signal, () => {
			if (!process.stdin.isTTY || signal !== "SIGINT") child.kill(signal);
		});
	}
	child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
	// When npm has been killed, no process would stop the child: it must not keep the port and the data folder.
	const ancestors = findAncestors();
	setInterval(() => {
		if (findAncestors() !== ancestors) child.kill("SIGTERM");
	}, PARENT_CHECK_MS).unref();
}

/** The parent is npm, or the shell that npm starts in between, which outlives npm. */
function findAncestors() {
	try {
		const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
		return `${process.ppid} ${stat.split(") ").at(-1).split(" ")[1]}`;
	} catch {
		return String(process.ppid); // not Linux
	}
}
