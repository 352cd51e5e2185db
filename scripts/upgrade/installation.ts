import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithParent } from "../../packages/testkit/src/end-with-parent.ts";
import type { Version } from "./versions.ts";

const START_MS_MAX = 120_000;
const POLL_MS = 50;
const GONE_MS_MAX = 20_000;

/** A one-machine installation of some version, as `npm start` runs it. */
export interface Installation {
	readonly url: string;
	/** Runs a command of the version's command line and returns what it prints as JSON. */
	admin<T>(...args: string[]): T;
	/** Stops it as Ctrl-C does. */
	stop(): Promise<void>;
	/** Kills all processes at once, including PostgreSQL, as a power cut would. */
	kill(): Promise<void>;
}

/** @throws Error with its output when it does not start */
export async function startInstallation(
	{ name, root }: Version,
	dataDir: string,
): Promise<Installation> {
	const env = {
		PATH: process.env.PATH,
		HOME: process.env.HOME,
		PORT: "0",
		SUPPORTDESK_DATA: dataDir,
		SUPPORTDESK_MODELS_FETCH: "false",
	};
	const node = join(root, "node_modules/.bin/node");
	const line = endWithParent(node, [join(root, "apps/standalone/src/main.ts")]);
	const child = spawn(line.command, line.args, {
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const url = await untilRunning(name, child);
	return {
		url,
		admin: (...args) =>
			JSON.parse(
				execFileSync(
					node,
					[join(root, "apps/admin/src/main.ts"), ...args, "--json"],
					{ env, encoding: "utf8" },
				),
			),
		async stop() {
			const ended = once(child, "exit");
			child.kill("SIGINT");
			const [code] = await ended;
			if (code !== 0) throw new Error(`${name} ended with ${code}`);
		},
		async kill() {
			const postgres = serverProcesses(dataDir);
			const ended = once(child, "exit");
			child.kill("SIGKILL");
			for (const pid of postgres) killNow(pid);
			await ended;
			await untilGone(postgres);
		},
	};
}

async function untilRunning(
	name: string,
	child: ChildProcess,
): Promise<string> {
	let text = "";
	for (const stream of [child.stdout!, child.stderr!])
		stream.on("data", (chunk: Buffer) => {
			text += chunk;
		});
	const deadline = Date.now() + START_MS_MAX;
	while (Date.now() < deadline && child.exitCode === null) {
		const [, url] = /is running at (http\S+)/.exec(text) ?? [];
		if (url) return url;
		await sleep(POLL_MS);
	}
	child.kill("SIGKILL");
	throw new Error(`${name} did not start:\n${text}`);
}

/** The postmaster and its children. */
function serverProcesses(dataDir: string): number[] {
	const file = join(dataDir, "postgres/cluster/postmaster.pid");
	const postmaster = Number.parseInt(readFileSync(file, "utf8"), 10);
	const children = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => parentOf(pid) === postmaster);
	return [postmaster, ...children];
}

function parentOf(pid: number): number | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		return Number(stat.split(") ").at(-1)!.split(" ")[1]);
	} catch {
		return undefined; // it has ended
	}
}

function killNow(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has already ended with its parent.
	}
}

async function untilGone(pids: readonly number[]): Promise<void> {
	const deadline = Date.now() + GONE_MS_MAX;
	while (pids.some((pid) => parentOf(pid) !== undefined)) {
		if (Date.now() > deadline) throw new Error("PostgreSQL did not end");
		await sleep(POLL_MS);
	}
}
