// Does `npm start` work in a fresh clone, and how long does it take? `node scripts/fresh-clone.ts` tries it as the user we
// are; as root, `--user` tries it as an ordinary user made for it. `--test` runs `npm test` there, too.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../packages/testkit/src/free-port.ts";

const START_MS_MAX = 600_000; // an empty package cache, on a slow line
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
		throw new Error("the ticket is gone after the second start");
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
	while (!(await answers())) {
		if (await Promise.race([ended, sleep(POLL_MS, false)]))
			throw new Error("npm start has ended");
		if (performance.now() - since > START_MS_MAX)
			throw new Error("npm start does not answer");
	}
	report(what, since);
	// The greeting comes when the demo is complete.
	while (!demoIsComplete()) await sleep(POLL_MS);
}

/** Sends what a terminal sends for Ctrl-C: SIGINT to the whole group. */
async function stop(): Promise<void> {
	const since = performance.now();
	const ended = once(running!, "exit");
	process.kill(-running!.pid!, "SIGINT");
	await ended;
	while (await answers()) await sleep(POLL_MS);
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

async function answers(): Promise<boolean> {
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
	const answer = curl("/v1/tickets", ["--json", JSON.stringify(ticket)]);
	return JSON.parse(answer).id;
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
