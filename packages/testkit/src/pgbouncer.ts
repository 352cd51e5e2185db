import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { endWithParent } from "./end-with-parent.ts";
import { freePort } from "./free-port.ts";
import { removeFolder } from "./temp-folder.ts";

/** Debian's pooler in transaction mode, on the loopback, in front of one database. */
export interface PgBouncer {
	/** Addresses for a service: through the pooler, and of the database itself, with the service's own login. */
	addressesOf(service: string): { url: string; directUrl: string };
	/** Stops it, and drops the logins. */
	close(): Promise<void>;
}

const NOBODY = "65534";
const POOL_SIZE = 3; // of a login: few, so that every transaction changes between them

/** Returns why tests behind PgBouncer cannot run here, or undefined. REQUIRE_PGBOUNCER=1, as CI sets it, makes it a failure. */
export function pgBouncerMissing(
	env: NodeJS.ProcessEnv = process.env,
): string | undefined {
	try {
		execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
		return undefined;
	} catch {
		const reason =
			"SKIPPED: no pgbouncer on PATH: tests behind a pooler do not run. Install pgbouncer to run them.";
		if (env.REQUIRE_PGBOUNCER === "1") throw new Error(reason);
		console.warn(`\n*** ${reason} ***\n`);
		return reason;
	}
}

/**
 * @param url a superuser's address of the database, whose migrations have created the services' roles
 * @param services each gets a login of its own, which may take its role
 */
export async function startPgBouncer(
	url: string,
	services: readonly string[],
): Promise<PgBouncer> {
	const { hostname, port: serverPort, pathname } = new URL(url);
	const port = await freePort();
	const password = randomBytes(12).toString("hex");
	const login = (service: string) => `${pathname.slice(1)}_${service}`;
	const admin = new pg.Client(url);
	await admin.connect();
	for (const service of services) {
		await admin.query(
			`create role ${login(service)} login nosuperuser nobypassrls noinherit password '${password}'`,
		);
		await admin.query(`grant supportdesk_${service} to ${login(service)}`);
	}
	const folder = mkdtempSync(`/tmp/supportdesk-pgbouncer-${process.pid}-`);
	chmodSync(folder, 0o755);
	const [file, users] = [join(folder, "pgbouncer.ini"), join(folder, "users")];
	const lines = services.map((each) => `"${login(each)}" "${password}"\n`);
	writeFileSync(users, lines.join(""));
	writeFileSync(
		file,
		`[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
`,
	);
	const stop = await launch(file, port);
	const addressOf = (service: string, host: string) => {
		const address = new URL(url);
		address.host = host;
		address.username = login(service);
		address.password = password;
		return address.href;
	};
	return {
		addressesOf: (service) => ({
			url: addressOf(service, `127.0.0.1:${port}`),
			directUrl: addressOf(service, `${hostname}:${serverPort}`),
		}),
		async close() {
			await stop();
			removeFolder(folder);
			for (const service of services) {
				await admin.query(`drop role ${login(service)}`);
			}
			await admin.end();
		},
	};
}

/** It refuses to run as root. */
async function launch(
	file: string,
	port: number,
): Promise<() => Promise<void>> {
	const { command, args } = endWithParent("pgbouncer", [file]);
	const isRoot = userInfo().uid === 0;
	const other = ["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"];
	const server = spawn(command, isRoot ? [...other, ...args] : args, {
		stdio: ["ignore", "ignore", "pipe"],
	});
	let log = "";
	server.stderr.on("data", (chunk) => {
		log += chunk;
	});
	while (!(await accepts(port))) {
		if (server.exitCode !== null) {
			throw new Error(`pgbouncer did not start:\n${log || readFileSync(file)}`);
		}
		await sleep(20);
	}
	return async () => {
		const ended = once(server, "exit");
		server.kill("SIGTERM");
		await ended;
	};
}

async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, "127.0.0.1");
	try {
		await once(socket, "connect");
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
