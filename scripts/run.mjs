// Runs a TypeScript entry point on the pinned Node, from whatever Node (20 or later) the machine has:
// brings in the pinned pnpm, installs what the lock file says if it is not installed yet, and goes on.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PARENT_CHECK_MS = 500;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...args] = process.argv.slice(2);
const node = join(root, "node_modules", ".bin", "node");

if (!isInstalled()) install();
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
// npm was killed, and whoever did it will not know that we are here: we must not go on holding port and data.
const ancestors = findAncestors();
setInterval(() => {
	if (findAncestors() !== ancestors) child.kill("SIGTERM");
}, PARENT_CHECK_MS).unref();

/** Our parent is npm, or the shell that npm puts in between, which outlives it. */
function findAncestors() {
	try {
		const stat = read(`/proc/${process.ppid}/stat`);
		return `${process.ppid} ${stat.split(") ").at(-1).split(" ")[1]}`;
	} catch {
		return String(process.ppid); // no Linux
	}
}

/** pnpm keeps a copy of the lock file it installed: equal copies mean nothing is left to do. */
function isInstalled() {
	const installed = join(root, "node_modules", ".pnpm", "lock.yaml");
	return (
		existsSync(node) &&
		existsSync(installed) &&
		read(installed) === read(join(root, "pnpm-lock.yaml"))
	);
}

function install() {
	const { packageManager } = JSON.parse(read(join(root, "package.json")));
	console.log(`Installing with ${packageManager} (only the first time) …`);
	const npx = process.platform === "win32" ? "npx.cmd" : "npx";
	const { status, error } = spawnSync(
		npx,
		["--yes", packageManager, "install", "--frozen-lockfile"],
		{ cwd: root, stdio: ["ignore", "inherit", "inherit"] },
	);
	if (status !== 0) {
		console.error(
			`The installation failed${error ? `: ${error.message}` : ""}. The lines above say why.`,
		);
		process.exit(1);
	}
}

function read(file) {
	return readFileSync(file, "utf8");
}
