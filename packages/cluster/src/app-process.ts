import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endWithParent } from "@supportdesk/testkit/end-with-parent.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const START_TIMEOUT_MS = 180_000; // migrations and the inference runtime start slowly on a busy machine
const POLL_MS = 50;
const RESPONSE_TIMEOUT_MS = 5_000;
const HEAP_GROWTH = "--heap-growing-percent=30"; // as `npm start` and the image set it

export interface AppOptions {
	/** `tickets-1`: for messages and the log file. */
	readonly name: string;
	/** Folder under apps/. */
	readonly app: string;
	/** Folder of the product's version; this file's version if not given. */
	readonly root?: string;
	readonly port: number;
	readonly env: Readonly<Record<string, string>>;
	readonly logFile: string;
	/** Options of Node itself. */
	readonly nodeOptions?: readonly string[];
}

/** One process of the product, startable again on the same port. */
export interface AppProcess {
	readonly name: string;
	readonly app: string;
	readonly port: number;
	/** The running process's id; undefined while none runs. */
	pid(): number | undefined;
	/** Resolves when it accepts connections, the standalone product when it responds. @throws Error with the end of its log when it does not start. */
	start(): Promise<void>;
	/** Shuts it down and resolves when it has ended, with the duration in milliseconds. */
	stop(): Promise<number>;
	/** Kills it, as a machine failure would. */
	kill(): Promise<void>;
}

/** Describes a process; `start` runs its `main.ts` as a container would. */
export function createAppProcess(options: AppOptions): AppProcess {
	let child: ChildProcess | undefined;
	const end = async (signal: NodeJS.Signals) => {
		const ending = child;
		child = undefined;
		if (!ending || ending.exitCode !== null || ending.signalCode !== null) {
			return 0;
		}
		const since = performance.now();
		ending.kill(signal);
		await once(ending, "exit");
		return performance.now() - since;
	};
	return {
		name: options.name,
		app: options.app,
		port: options.port,
		pid: () => child?.pid,
		async start() {
			child = launch(options, ["src/main.ts"]);
			await untilListening(options, child);
		},
		stop: () => end("SIGTERM"),
		async kill() {
			await end("SIGKILL");
		},
	};
}

/** Runs an app's migrations. @throws Error with the end of the log when they fail. */
export async function runMigrations(
	options: Omit<AppOptions, "port">,
): Promise<void> {
	const [code] = await once(launch(options, ["src/migrate.ts"]), "exit");
	if (code !== 0) throw failed(options.name, options.logFile);
}

function launch(
	{
		app,
		root = ROOT,
		env,
		logFile,
		nodeOptions = [],
	}: Omit<AppOptions, "port">,
	args: readonly string[],
): ChildProcess {
	const log = openSync(logFile, "a");
	const line = endWithParent(process.execPath, [
		HEAP_GROWTH,
		...nodeOptions,
		...args,
	]);
	const child = spawn(line.command, line.args, {
		cwd: join(root, "apps", app),
		env: {
			PATH: process.env.PATH,
			HOME: process.env.HOME,
			METRICS_PORT: "0", // several processes share this machine
			// As `npm start` and the image set them.
			MALLOC_TRIM_THRESHOLD_: "131072",
			MALLOC_ARENA_MAX: "2",
			NODE_OPTIONS: "--max-semi-space-size=8",
			...env,
		},
		stdio: ["ignore", log, log],
	});
	closeSync(log);
	return child;
}

async function untilListening(
	{ name, app, port, logFile }: AppOptions,
	child: ChildProcess,
): Promise<void> {
	// The standalone product listens for a moment before it migrates, to see whether its port is free.
	const isReady = app === "standalone" ? responds : accepts;
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (Date.now() < deadline && child.exitCode === null) {
		if (await isReady(port)) return;
		await sleep(POLL_MS);
	}
	child.kill("SIGKILL");
	throw failed(name, logFile);
}

function accepts(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => resolve(true));
		socket.once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}

async function responds(port: number): Promise<boolean> {
	try {
		const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
			signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
		});
		await response.body?.cancel();
		return true;
	} catch {
		return false;
	}
}

function failed(name: string, logFile: string): Error {
	const end = readFileSync(logFile, "utf8").slice(-2_000);
	return new Error(`${name} did not start. The end of its log:\n${end}`);
}
