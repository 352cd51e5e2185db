import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
	chmodSync,
	chownSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithParent } from "./end-with-parent.ts";
import { freePort } from "./free-port.ts";
import { removeFolder } from "./temp-folder.ts";

/** Debian's IMAP server, on the loopback, with its mails in a temporary folder. */
export interface Dovecot {
	/** Offers STARTTLS. */
	readonly port: number;
	/** Begins with TLS. */
	readonly tlsPort: number;
	/** Creates a user. */
	addUser(user: string, password: string): void;
	/** Delivers a mail to the inbox, as a delivery agent does. */
	deliver(user: string, raw: string | Buffer): void;
	/** How many mails the inbox has that are read, and that are not. */
	count(user: string): { seen: number; unseen: number };
	/** How many connections of the user are open. */
	connections(user: string): number;
	/** Gives all mails of the inbox other UIDs, and the inbox another UIDVALIDITY. The server has to be stopped. */
	forgetUids(user: string): void;
	stop(): Promise<void>;
	start(): Promise<void>;
	/** Stops it and removes its files. */
	close(): Promise<void>;
}

const NOBODY = 65_534;

/** Returns why tests on dovecot cannot run here, or undefined. REQUIRE_DOVECOT=1, as CI sets it, makes it a failure. */
export function dovecotMissing(
	env: NodeJS.ProcessEnv = process.env,
): string | undefined {
	try {
		execFileSync("dovecot", ["--version"], { stdio: "ignore" });
		return undefined;
	} catch {
		const reason =
			"SKIPPED: no dovecot on PATH: tests on a real IMAP server do not run. Install dovecot-imapd to run them.";
		if (env.REQUIRE_DOVECOT === "1") throw new Error(reason);
		console.warn(`\n*** ${reason} ***\n`);
		return reason;
	}
}

/** @param settings more lines of its configuration */
export async function startDovecot(settings = ""): Promise<Dovecot> {
	// The folder for temporary files may be one that only its owner enters.
	const folder = mkdtempSync(`/tmp/supportdesk-dovecot-${process.pid}-`);
	const [port, tlsPort] = [await freePort(), await freePort()];
	const file = join(folder, "dovecot.conf");
	const users = join(folder, "users");
	const log = join(folder, "log");
	const isRoot = userInfo().uid === 0;
	const owner = isRoot
		? { uid: NOBODY, gid: NOBODY }
		: { uid: userInfo().uid, gid: userInfo().gid };
	chmodSync(folder, 0o755);
	const makeFolder = (path: string) => {
		mkdirSync(path, { recursive: true });
		chownSync(path, owner.uid, owner.gid);
	};
	makeFolder(join(folder, "mail"));
	mkdirSync(users);
	chmodSync(users, 0o755);
	writeFileSync(log, "");
	chmodSync(log, 0o666);
	makeCertificate(folder);
	writeFileSync(
		file,
		configuration(folder, { port, tlsPort }, owner, isRoot) + settings,
	);
	let server: ChildProcess | undefined;

	const maildir = (user: string) => {
		const path = join(folder, "mail", user, "Maildir");
		for (const part of ["..", ".", "cur", "new", "tmp"])
			makeFolder(join(path, part));
		return path;
	};
	const stop = async () => {
		if (!server || server.exitCode !== null || server.signalCode !== null)
			return;
		const ended = once(server, "exit");
		server.kill("SIGTERM");
		await ended;
	};
	const dovecot: Dovecot = {
		port,
		tlsPort,
		addUser(user, password) {
			writeFile(join(users, user), `${user}:${password}\n`);
		},
		deliver(user, raw) {
			const path = maildir(user);
			const name = `${Date.now()}.${randomUUID()}.test`;
			writeFile(join(path, "tmp", name), raw);
			renameSync(join(path, "tmp", name), join(path, "new", name));
		},
		count(user) {
			const path = maildir(user);
			const names = ["cur", "new"].flatMap((each) =>
				readdirSync(join(path, each)),
			);
			const seen = names.filter((name) => /:2,.*S/.test(name)).length;
			return { seen, unseen: names.length - seen };
		},
		connections(user) {
			const text = readFileSync(log, "utf8");
			const countOf = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
			const logins = countOf(RegExp(`Login: user=<${user}>`, "g"));
			const ends = countOf(
				RegExp(
					`imap\\(${user}\\).*(?:Disconnected|Connection closed|Logged out)`,
					"g",
				),
			);
			return logins - ends;
		},
		forgetUids(user) {
			const path = maildir(user);
			for (const name of readdirSync(path))
				if (name.startsWith("dovecot")) rmSync(join(path, name));
		},
		stop,
		async start() {
			const line = endWithParent("dovecot", ["-F", "-c", file]);
			server = spawn(line.command, line.args, { stdio: "ignore" });
			await untilListening(port, server, log);
		},
		async close() {
			await stop();
			removeFolder(folder);
		},
	};
	await dovecot.start();
	return dovecot;
}

/** Writes a file that the server's users can read, whatever the umask is. */
function writeFile(path: string, content: string | Buffer): void {
	writeFileSync(path, content);
	chmodSync(path, 0o644);
}

function makeCertificate(folder: string): void {
	execFileSync(
		"openssl",
		[
			...["req", "-x509", "-newkey", "ec", "-pkeyopt"],
			...["ec_paramgen_curve:P-256", "-nodes", "-days", "1"],
			...["-subj", "/CN=imap.desk.example"],
			...["-keyout", join(folder, "key.pem")],
			...["-out", join(folder, "cert.pem")],
		],
		{ stdio: "ignore" },
	);
}

function configuration(
	folder: string,
	{ port, tlsPort }: { port: number; tlsPort: number },
	{ uid, gid }: { uid: number; gid: number },
	isRoot: boolean,
): string {
	const { username } = userInfo();
	// Without root there are no other users to become, and nothing to be locked into.
	const ownUser = isRoot
		? ""
		: `
default_internal_user = ${username}
default_internal_group =
default_login_user = ${username}
service anvil {
  chroot =
}
service stats {
  chroot =
}`;
	return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
first_valid_uid = 1
mail_location = maildir:~/Maildir
mail_max_userip_connections = 100
mailbox_idle_check_interval = 1 secs
namespace inbox {
  inbox = yes
  separator = /
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users/%u
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u allow_all_users=yes
}
service imap-login {
${isRoot ? "" : "  chroot ="}
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
${ownUser}
`;
}

async function untilListening(
	port: number,
	server: ChildProcess,
	log: string,
): Promise<void> {
	for (;;) {
		const socket = connect(port, "127.0.0.1");
		const greeted = await Promise.race([
			once(socket, "data").then(
				() => true,
				() => false,
			),
			once(server, "exit").then(() => undefined),
		]);
		socket.destroy();
		if (greeted === undefined)
			throw new Error(`dovecot did not start:\n${readFileSync(log, "utf8")}`);
		if (greeted) return;
		await sleep(20);
	}
}
