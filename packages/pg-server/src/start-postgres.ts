import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, findBinaries } from "./binaries.ts";
import {
	folderFiles,
	noSpace,
	prepareFolder,
	SUPERUSER,
} from "./data-folder.ts";
import { firstError } from "./first-error.ts";
import { isDiskFull } from "./is-disk-full.ts";
import { endOrphan } from "./orphan.ts";
import { PostgresStartError } from "./postgres-start-error.ts";
import { readIfExists } from "./read-if-exists.ts";
import { becomeUser, type ServerUser } from "./server-user.ts";
import { initdbOptions, serverOptions } from "./settings.ts";

export interface PostgresOptions {
	/** The server's folder; created if it does not exist. */
	readonly dataDir: string;
	/** False for data that a crash may lose: tests. */
	readonly durable: boolean;
	/** The port of this process's previous server of the folder, for a restart; a free one if not given. */
	readonly port?: number;
}

export interface PostgresServer {
	/** The superuser's address of the database `postgres`, on the loopback. */
	readonly url: string;
	/** Resolves when the server has ended, also unexpectedly. */
	readonly exited: Promise<void>;
	/** Shuts the server down; resolves when it has ended. */
	stop(): Promise<void>;
}

// The owner has ten seconds for its own stop; after this timeout the server is ended without its last checkpoint and
// replays its log at the next start.
const STOP_TIMEOUT_MS = 7_000;
// A crash recovery replays at most max_wal_size (1 GB) of log.
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 20; // reading one small file
// flock(1)'s own failures are 1 and 64 and above.
const LOCKED_EXIT_CODE = 75;
// Another process may take the free port first.
const PORT_ATTEMPTS = 3;

/**
 * Starts a PostgreSQL 18 on the loopback, on a free port, with a random password. It ends when `stop` is called and
 * when this process ends, kill -9 included. The terminal's Ctrl-C does not reach it.
 *
 * @throws PostgresStartError if the folder cannot be used, is in use, or the server does not start
 */
export async function startPostgres(
	options: PostgresOptions,
): Promise<PostgresServer> {
	const dataDir = resolve(options.dataDir);
	const binaries = await findBinaries();
	const { user, password } = prepareFolder(dataDir);
	const startedAt = Date.now();
	for (let attempt = 1; ; ) {
		const port = options.port ?? (await findFreePort());
		const { durable } = options;
		const { child, logStart } = launch({
			dataDir,
			binaries,
			user,
			port,
			durable,
		});
		const outcome = await waitUntilReady(child, dataDir);
		if (outcome === "ready") {
			return ownedServer(
				child,
				`postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
			);
		}
		if (outcome === "locked") {
			const wasOurs = options.port !== undefined;
			await endOrphan(dataDir, Date.now() - startedAt, wasOurs);
			continue;
		}
		attempt += 1;
		const log = readFileSync(folderFiles(dataDir).log).toString(
			"utf8",
			logStart,
		);
		if (attempt <= PORT_ATTEMPTS && log.includes("could not bind")) continue;
		if (isDiskFull(log, dataDir)) throw noSpace(dataDir);
		throw new PostgresStartError(
			`PostgreSQL did not start: ${firstError(log)} (its log is ${folderFiles(dataDir).log}).`,
		);
	}
}

interface Launch {
	dataDir: string;
	binaries: Binaries;
	user: ServerUser | undefined;
	port: number;
	durable: boolean;
}

function launch(start: Launch): { child: ChildProcess; logStart: number } {
	const { dataDir, binaries, user } = start;
	const supervise = new URL("supervise.sh", import.meta.url);
	const files = folderFiles(dataDir);
	const [program, ...args] = [
		// Every process of the server inherits the lock, so it is held until the last one ends.
		...(process.platform === "linux"
			? ["flock", "-n", "-F", "-E", String(LOCKED_EXIT_CODE), files.lock]
			: []),
		...(user ? becomeUser(user, [dataDir, binaries.postgres]) : []),
		"sh",
		...["-c", readFileSync(supervise, "utf8"), "supervise"],
		...[String(process.pid), dataDir, binaries.initdb, binaries.postgres],
		...initdbOptions(start.durable),
		"--",
		...serverOptions(start.port, start.durable),
	];
	const log = openSync(files.log, "a", 0o600);
	const logStart = fstatSync(log).size;
	const child = spawn(program!, args, {
		cwd: "/",
		detached: true, // its own session: the terminal's Ctrl-C does not reach it
		env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
		stdio: ["pipe", log, log],
	});
	closeSync(log);
	child.stdin!.on("error", () => {}); // the watcher may end first
	return { child, logStart };
}

async function waitUntilReady(
	child: ChildProcess,
	dataDir: string,
): Promise<"ready" | "locked" | "failed"> {
	let failure: Error | undefined;
	child.on("error", (err) => {
		failure = err;
	});
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (Date.now() < deadline) {
		if (failure) {
			throw new PostgresStartError(
				`PostgreSQL did not start: ${failure.message} (the programs flock and setpriv come with util-linux).`,
			);
		}
		if (child.exitCode === LOCKED_EXIT_CODE) return "locked";
		if (child.exitCode !== null || child.signalCode !== null) return "failed";
		if (isReady(child, dataDir)) return "ready";
		await sleep(POLL_MS);
	}
	child.kill("SIGQUIT");
	throw new PostgresStartError(
		`PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} s (its log is ${folderFiles(dataDir).log}).`,
	);
}

/** Line 1 of the file is the server's process id, line 8 its state; pg_ctl reads the same. */
function isReady(child: ChildProcess, dataDir: string): boolean {
	const { pid } = folderFiles(dataDir);
	const lines = readIfExists(pid)?.split("\n") ?? [];
	return lines[0] === String(child.pid) && lines[7]?.trim() === "ready";
}

function ownedServer(child: ChildProcess, url: string): PostgresServer {
	const exited = new Promise<void>((done) => {
		child.once("exit", () => {
			child.stdin!.end("ended\n"); // notifies the watcher that there is nothing left to stop
			done();
		});
	});
	return {
		url,
		exited,
		async stop() {
			child.kill("SIGINT"); // fast shutdown: ends sessions, writes a checkpoint
			const forcedStop = setTimeout(
				() => child.kill("SIGQUIT"),
				STOP_TIMEOUT_MS,
			);
			await exited;
			clearTimeout(forcedStop);
		},
	};
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	return (address as { port: number }).port;
}
