import { createHash } from "node:crypto";
import { AccountFailure } from "./failure.ts";

/** The account that an `imap_url` names, and the folder in it that is read. */
export interface Account {
	readonly host: string;
	readonly port: number;
	/** Whether the connection begins with TLS; else STARTTLS follows. */
	readonly isSecure: boolean;
	readonly user: string;
	readonly password: string;
	readonly folder: string;
	/** Identifies the folder: another password leaves it what it is. */
	readonly source: string;
}

const IMAPS_PORT = 993;
const IMAP_PORT = 143;

/** @throws AccountFailure for a text that names no account */
export function parseAccount(imapUrl: string): Account {
	if (imapUrl === "")
		throw new AccountFailure(
			"imap_url cannot be decrypted: the installation has another SECRETS_KEY than when it was set. Set it again.",
		);
	try {
		const url = new URL(imapUrl);
		const isSecure = url.protocol === "imaps:";
		const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "");
		const port = Number(url.port) || (isSecure ? IMAPS_PORT : IMAP_PORT);
		const user = decodeURIComponent(url.username);
		const folder = decodeURIComponent(url.pathname.slice(1)) || "INBOX";
		const source = createHash("sha256")
			.update(JSON.stringify([host.toLowerCase(), port, user, folder]))
			.digest("hex");
		const password = decodeURIComponent(url.password);
		return { host, port, isSecure, user, password, folder, source };
	} catch {
		throw new AccountFailure(
			"imap_url is not a valid address: a percent sign in it begins no percent-encoded character.",
		);
	}
}
