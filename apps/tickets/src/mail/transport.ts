import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";

/** Where mails leave. */
export interface MailTransport {
	/**
	 * Resolves when the mail is in the hands of the server, or safe on the disk, with how many of those who get copies the
	 * server has refused.
	 *
	 * @throws PartlyRefused
	 */
	send(mail: OutgoingMail): Promise<number>;
	/** Removes the files of these messages' mails, where mails are files: all, or those with one of these addresses. */
	erase(
		messageIds: readonly string[],
		addressKeys?: readonly string[],
	): Promise<void>;
	close(): Promise<void>;
}

/** To one person; others get copies. */
export type OutgoingMail = SendMailOptions & {
	readonly to: { readonly name: string; readonly address: string };
};

/**
 * The server has refused the recipient, and taken the mail for those who get copies: another attempt would reach them
 * again. The cause is the refusal.
 */
export class PartlyRefused extends Error {}

export interface MailConfig {
	/** `smtp://` or `smtps://`, with user and password if the server wants them. */
	readonly smtpUrl: string | undefined;
	/** Takes the mails as `.eml` files when no server is given. */
	readonly outboxDir: string;
	/** Signs the mails; undefined where they are signed by another server, or not at all. */
	readonly dkim?: DkimKey | undefined;
}

/** As DKIM (RFC 6376) has it. */
export interface DkimKey {
	readonly domainName: string;
	readonly keySelector: string;
	/** PEM. */
	readonly privateKey: string;
}

/** How long we wait for a mail server. */
export interface Timeouts {
	/** To be connected, and then to be greeted. */
	readonly greetingMs: number;
	/** A server that says nothing for this long has gone. */
	readonly silenceMs: number;
}

const TIMEOUTS: Timeouts = { greetingMs: 10_000, silenceMs: 30_000 };

/** SMTP if a server is configured, else the outbox folder. */
export function createMailTransport(
	config: MailConfig,
	timeouts: Timeouts = TIMEOUTS,
): MailTransport {
	const { smtpUrl, outboxDir, dkim } = config;
	return smtpUrl === undefined
		? outbox(outboxDir, dkim)
		: smtp(smtpUrl, timeouts, dkim);
}

function smtp(
	url: string,
	{ greetingMs, silenceMs }: Timeouts,
	dkim: DkimKey | undefined,
): MailTransport {
	const transport = createTransport({
		url,
		pool: true,
		connectionTimeout: greetingMs,
		greetingTimeout: greetingMs,
		socketTimeout: silenceMs,
		...(dkim && { dkim }),
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		async send(mail) {
			const { rejected, rejectedErrors } = await transport.sendMail(mail);
			const at = rejected.indexOf(mail.to.address);
			if (at < 0) return rejected.length;
			throw new PartlyRefused("refused for the recipient", {
				cause: rejectedErrors?.[at],
			});
		},
		async erase() {},
		async close() {
			transport.close();
		},
	};
}

/**
 * A mail sent twice has one name, so the second takes the first one's place. Only the process's own user can read the
 * mails, and enter a folder that is made here.
 */
function outbox(dir: string, dkim: DkimKey | undefined): MailTransport {
	const transport = createTransport({
		streamTransport: true,
		buffer: true,
		newline: "unix",
		...(dkim && { dkim }),
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		async send(mail) {
			const { message, messageId } = await transport.sendMail(mail);
			const name = messageId.slice(1, messageId.indexOf("@"));
			await mkdir(dir, { recursive: true, mode: 0o700 });
			await writeDurably(dir, `${name}.eml`, message as Buffer);
			return 0;
		},
		async erase(messageIds, addressKeys) {
			for (const id of messageIds) {
				const path = join(dir, `${id}.eml`);
				if (addressKeys && !(await hasOneOf(path, addressKeys))) continue;
				await rm(path, { force: true });
			}
		},
		async close() {},
	};
}

/** Whether a file is there and contains one of these addresses. */
async function hasOneOf(
	path: string,
	addressKeys: readonly string[],
): Promise<boolean> {
	const mail = await readFile(path, "utf8").catch((err) => {
		if (err.code === "ENOENT") return "";
		throw err;
	});
	const text = mail.toLowerCase();
	return addressKeys.some((key) => text.includes(key));
}

/** A reader of the folder sees the whole file or none, even after a crash. */
async function writeDurably(
	dir: string,
	name: string,
	content: Buffer,
): Promise<void> {
	// A name of its own, because two deliveries of one mail can overlap after a crash.
	const part = join(dir, `${name}.${randomUUID()}.part`);
	try {
		const file = await open(part, "wx", 0o600);
		try {
			await file.writeFile(content);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(part, join(dir, name));
	} catch (err) {
		await rm(part, { force: true });
		throw err;
	}
	// The new name itself is on the disk only once its folder is.
	const folder = await open(dir, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
