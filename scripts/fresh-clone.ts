// Checks that `npm start` works in a fresh clone and measures its time. `node scripts/fresh-clone.ts` runs as the
// present user; as root, `--user` runs it as a new ordinary user. `--test` also runs `npm test` there.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../packages/testkit/src/free-port.ts";

const START_MS_MAX = 600_000; // an empty package cache, on a slow connection
const POLL_MS = 25;
const USER = "supportdesk-clone";

const args = new Set(process.argv.slice(2));
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "supportdesk-clone-"));
const clone = join(folder, "clone");
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const asUser = args.has("--user");
let running: ChildProcess | undefined;

try {
	run("git", ["clone", "--quiet", root, clone], folder);
	if (asUser) {
		run("useradd", ["--create-home", USER], folder);
		run("chown", ["-R", `${USER}:`, folder], "/");
	}
	console.log(`As ${asUser ? "an ordinary user" : "the present user"}:`);
	await start("first start, with installation");
	const ticket = post();
	await stop();
	await start("second start");
	if (!get(`/v1/tickets/${ticket}`).includes(ticket))
		throw new Error("the ticket is missing after the second start");
	await stop();
	if (args.has("--test")) await test();
} finally {
	if (running?.pid) process.kill(-running.pid, "SIGKILL");
	if (asUser) run("userdel", ["--remove", "--force", USER], "/");
	rmSync(folder, { recursive: true, force: true });
}

async function start(what: string): Promise<void> {
	const since = performance.now();
	running = npm(["start"]);
	const ended = once(running, "exit").then(() => true);
	while (!(await isListening())) {
		if (await Promise.race([ended, sleep(POLL_MS, false)]))
			throw new Error("npm start has ended");
		if (performance.now() - since > START_MS_MAX)
			throw new Error("npm start does not respond");
	}
	report(what, since);
	// The welcome is printed when the demo is complete.
	while (!demoIsComplete()) await sleep(POLL_MS);
}

/** Sends SIGINT to the whole process group, as a terminal does for Ctrl-C. */
async function stop(): Promise<void> {
	const since = performance.now();
	const ended = once(running!, "exit");
	process.kill(-running!.pid!, "SIGINT");
	await ended;
	while (await isListening()) await sleep(POLL_MS);
	running = undefined;
	report("Ctrl-C", since);
}

async function test(): Promise<void> {
	const since = performance.now();
	const [code] = await once(npm(["test"]), "exit");
	report("npm test", since);
	if (code !== 0) throw new Error("npm test failed");
}

function npm(command: string[]): ChildProcess {
	const [program, ...rest] = asUser
		? ["runuser", "-u", USER, "--", "npm", ...command]
		: ["npm", ...command];
	const { DATABASE_URL: _, SUPPORTDESK_DATA: __, ...env } = process.env;
	return spawn(program!, rest, {
		cwd: clone,
		detached: true,
		env: {
			...env,
			PORT: String(port),
			...(asUser ? { HOME: `/home/${USER}` } : {}),
		},
		stdio: "inherit",
	});
}

async function isListening(): Promise<boolean> {
	return fetch(`${url}/healthz`).then(
		({ ok }) => ok,
		() => false,
	);
}

function demoIsComplete(): boolean {
	try {
		readFileSync(join(clone, ".data", "demo-filled"));
		return true;
	} catch {
		return false;
	}
}

function post(): string {
	const ticket = {
		subject: "Fresh",
		body: "Hello",
		contact: { email: "a@b.example" },
	};
	const response = curl("/v1/tickets", ["--json", JSON.stringify(ticket)]);
	return JSON.parse(response).id;
}

function get(path: string): string {
	return curl(path, []);
}

function curl(path: string, options: string[]): string {
	const demo = readFileSync(join(clone, ".data", "demo.json"), "utf8");
	const key = JSON.parse(demo).keys.growth;
	return execFileSync(
		"curl",
		["-sf", `${url}${path}`, "-H", `Authorization: Bearer ${key}`, ...options],
		{ encoding: "utf8" },
	);
}

function run(program: string, args: string[], cwd: string): void {
	execFileSync(program, args, { cwd, stdio: "inherit" });
}

function report(what: string, since: number): void {
	const seconds = (performance.now() - since) / 1000;
	console.log(`\n== ${what}: ${seconds.toFixed(1)} s\n`);
}
