import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	mkdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { makeTempFolder, removeFolder } from "./temp-folder.ts";

/** A Postfix on the loopback that passes every mail on to one server. */
export interface TestPostfix {
	readonly url: string;
	/** What it has logged. */
	log(): string;
	close(): Promise<void>;
}

const DAEMONS = "/usr/lib/postfix/sbin";
const START_MS = 15_000;
const POLL_MS = 50;

/** Why tests with Postfix cannot run here; undefined when they can. */
export function postfixMissing(): string | undefined {
	if (process.getuid?.() !== 0) return "Postfix starts as root only";
	try {
		execFileSync("postconf", ["-d", "mail_version"], { stdio: "ignore" });
		return undefined;
	} catch {
		return "Postfix is not installed";
	}
}

/** @param nextUrl `smtp://` address of the server that gets the mails, its own reports among them */
export async function startPostfix(nextUrl: string): Promise<TestPostfix> {
	const folder = makeTempFolder("postfix");
	const port = await freePort();
	const next = new URL(nextUrl);
	const logFile = join(folder, "log");
	// Its processes run as a user of their own, who has to get there.
	chmodSync(folder, 0o755);
	const parent = dirname(folder);
	chmodSync(parent, statSync(parent).mode | 0o011);
	for (const name of ["queue", "data"]) mkdirSync(join(folder, name));
	execFileSync("chown", ["postfix", join(folder, "data")]);
	writeFileSync(
		join(folder, "main.cf"),
		lines({
			compatibility_level: "3.6",
			queue_directory: join(folder, "queue"),
			data_directory: join(folder, "data"),
			command_directory: "/usr/sbin",
			daemon_directory: DAEMONS,
			mail_owner: "postfix",
			setgid_group: "postdrop",
			maillog_file: logFile,
			maillog_file_prefixes: folder,
			myhostname: "relay.example",
			mydestination: "",
			alias_maps: "",
			alias_database: "",
			local_recipient_maps: "",
			inet_interfaces: "127.0.0.1",
			inet_protocols: "ipv4",
			mynetworks: "127.0.0.0/8",
			relayhost: `[${next.hostname}]:${next.port}`,
			disable_dns_lookups: "yes",
			smtputf8_enable: "yes",
			minimal_backoff_time: "1s",
			queue_run_delay: "1s",
		}),
	);
	writeFileSync(join(folder, "master.cf"), servicesAt(port));
	const master = spawn("postfix", ["-c", folder, "start-fg"], {
		stdio: "ignore",
	});
	const ended = once(master, "exit");
	const close = async () => {
		try {
			execFileSync("postfix", ["-c", folder, "stop"], { stdio: "ignore" });
		} catch {
			master.kill("SIGTERM"); // it did not start
		}
		await ended;
		removeFolder(folder);
	};
	const log = () => {
		try {
			return readFileSync(logFile, "utf8");
		} catch {
			return "";
		}
	};
	if (!(await accepts(port))) {
		const said = log();
		await close();
		throw new Error(`Postfix did not start: ${said}`);
	}
	return { url: `smtp://127.0.0.1:${port}`, log, close };
}

function lines(settings: Readonly<Record<string, string>>): string {
	return Object.entries(settings)
		.map(([name, value]) => `${name} = ${value}\n`)
		.join("");
}

/** Those of a usual installation that relaying needs, none of them in a root folder of its own. */
function servicesAt(port: number): string {
	return `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
}

async function accepts(port: number): Promise<boolean> {
	const giveUpAt = performance.now() + START_MS;
	while (performance.now() < giveUpAt) {
		const socket = connect(port, "127.0.0.1");
		const isOpen = await new Promise<boolean>((resolve) => {
			socket.once("data", () => resolve(true)); // its greeting
			socket.once("error", () => resolve(false));
			socket.once("close", () => resolve(false));
		});
		socket.destroy();
		if (isOpen) return true;
		await sleep(POLL_MS);
	}
	return false;
}
