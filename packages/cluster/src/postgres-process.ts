import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { folderFiles } from "@supportdesk/pg-server/data-folder.ts";
import {
	type PostgresServer,
	startPostgres,
} from "@supportdesk/pg-server/start-postgres.ts";

const START_ATTEMPTS = 50;
const ATTEMPT_EVERY_MS = 100;

/** A PostgreSQL that can be killed and restarted on its data. Its port changes: put a proxy in front of it. */
export interface PostgresProcess {
	/** The superuser's address of the running server. */
	url(): string;
	port(): number;
	/** The parent of the server's other processes. */
	pid(): number;
	kill(): Promise<void>;
	start(): Promise<void>;
	stop(): Promise<void>;
}

export async function startPostgresProcess(
	dataDir: string,
	durable: boolean,
): Promise<PostgresProcess> {
	let server: PostgresServer = await startPostgres({ dataDir, durable });
	const pid = () =>
		Number.parseInt(readFileSync(folderFiles(dataDir).pid, "utf8"), 10);
	return {
		url: () => server.url,
		port: () => Number(new URL(server.url).port),
		pid,
		async kill() {
			process.kill(pid(), "SIGKILL");
			await server.exited;
		},
		async start() {
			server = await startAgain(dataDir, durable);
		},
		stop: () => server.stop(),
	};
}

/** The children of a killed server hold its folder a little longer. */
async function startAgain(
	dataDir: string,
	durable: boolean,
): Promise<PostgresServer> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await startPostgres({ dataDir, durable });
		} catch (err) {
			if (attempt === START_ATTEMPTS) throw err;
			await sleep(ATTEMPT_EVERY_MS);
		}
	}
}
