import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { endWithParent } from "./end-with-parent.ts";
import { freePort } from "./free-port.ts";
import { makeTempFolder } from "./temp-folder.ts";

/** A Redis for one test file. */
export interface TestRedis {
	readonly url: string;
	/** Kills the server, as a machine failure would; throws for a server given by REDIS_URL. */
	kill(): Promise<void>;
	/** Restarts it on the same port with its data. */
	start(): Promise<void>;
	/** The running server's process id; undefined for one given by REDIS_URL. */
	pid(): number | undefined;
	/** Suspends the server: connections stay open without replies. */
	freeze(): void;
	thaw(): void;
	/** Ends the server and removes its files. */
	close(): Promise<void>;
}

function hasRedisServer(): boolean {
	try {
		execFileSync("redis-server", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

/**
 * Returns why tests on a real Redis cannot run here, or undefined when they can.
 * `needsOwnServer`: the test stops and starts it, which is not allowed on the server of REDIS_URL.
 * REQUIRE_REDIS=1, as CI sets it, turns the reason into a failure.
 */
export function redisMissing(
	needsOwnServer = false,
	env: NodeJS.ProcessEnv = process.env,
): string | undefined {
	if (env.REDIS_URL && !needsOwnServer) return undefined;
	if (hasRedisServer()) return undefined;
	const reason = `SKIPPED: no redis-server on PATH${needsOwnServer ? "" : " and no REDIS_URL"}: tests on a real Redis do not run. Install redis-server to run them.`;
	if (env.REQUIRE_REDIS === "1") throw new Error(reason);
	console.warn(`\n*** ${reason} ***\n`);
	return reason;
}

/** Returns the server of REDIS_URL, or starts one on a free port with its data in a temporary folder. */
export async function startRedis(
	options: {
		needsOwnServer?: boolean;
		appendFsync?: "always" | "everysec" | "no";
	} = {},
): Promise<TestRedis> {
	const given = process.env.REDIS_URL;
	if (given && !options.needsOwnServer) return givenRedis(given);

	const port = await freePort();
	const dir = makeTempFolder("redis");
	const args = serverArguments(port, dir, options.appendFsync);
	let server: ChildProcess | undefined;

	const start = async () => {
		const line = endWithParent("redis-server", args);
		server = spawn(line.command, line.args, {
			stdio: ["ignore", "pipe", "ignore"],
		});
		await untilReady(server);
	};
	const kill = async () => {
		if (!server || server.exitCode !== null || server.signalCode !== null)
			return;
		server.kill("SIGKILL");
		await once(server, "exit");
	};
	await start();
	return {
		url: `redis://127.0.0.1:${port}`,
		kill,
		start,
		pid: () => server?.pid,
		freeze: () => void server?.kill("SIGSTOP"),
		thaw: () => void server?.kill("SIGCONT"),
		async close() {
			await kill();
			await rm(dir, { recursive: true, force: true });
		},
	};
}

function givenRedis(url: string): TestRedis {
	const refuse = () => {
		throw new Error("A Redis given by REDIS_URL is not stopped by tests.");
	};
	return {
		url,
		kill: async () => refuse(),
		start: async () => refuse(),
		pid: () => undefined,
		freeze: refuse,
		thaw: refuse,
		close: async () => {},
	};
}

function serverArguments(port: number, dir: string, fsync?: string): string[] {
	const settings = {
		port: String(port),
		bind: "127.0.0.1",
		dir,
		save: "",
		appendonly: fsync ? "yes" : "no",
		appendfsync: fsync ?? "no",
		hz: "1",
	};
	return Object.entries(settings).flatMap(([name, value]) => [
		`--${name}`,
		value,
	]);
}

async function untilReady(server: ChildProcess): Promise<void> {
	if (!server.stdout) throw new Error("redis-server has no output to read");
	const lines: string[] = [];
	for await (const line of createInterface({ input: server.stdout })) {
		lines.push(line);
		if (line.includes("Ready to accept connections")) {
			server.stdout.resume();
			return;
		}
	}
	throw new Error(`redis-server did not start:\n${lines.join("\n")}`);
}
