import { AppError } from "@supportdesk/errors/app-error.ts";

/** Why an account cannot be read; the text is the client's to read. */
export class AccountFailure extends Error {
	override readonly name = "AccountFailure";
}

/** Another process has the account. */
export class LeaseLost extends Error {
	override readonly name = "LeaseLost";
}

const UNREACHABLE = new Set([
	"CONNECT_TIMEOUT",
	"ECONNREFUSED",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ETIMEDOUT",
	"GREETING_TIMEOUT",
	"UPGRADE_TIMEOUT",
]);
const UNRESOLVED = new Set(["EAI_AGAIN", "EAI_NONAME", "ENOTFOUND"]);
const CERTIFICATE =
	/^(?:CERT_|CRL_|DEPTH_ZERO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/;

interface Failed {
	readonly code?: string;
	readonly authenticationFailed?: boolean;
	readonly mailboxMissing?: boolean;
	readonly tlsFailed?: boolean;
}

/** A sentence about an error. Nothing in it comes from the server, whose replies may repeat what it was sent. */
export function sentenceOf(err: unknown): string {
	if (err instanceof AccountFailure) return err.message;
	if (err instanceof AppError)
		return "A mail could not be taken in. It stays where it is, and is fetched again.";
	const { code, authenticationFailed, mailboxMissing, tlsFailed } =
		err as Failed;
	if (authenticationFailed)
		return "The server refuses the user or the password.";
	if (mailboxMissing) return "The account has no folder with this name.";
	const name = typeof code === "string" ? code : "";
	if (CERTIFICATE.test(name))
		return `The server's certificate cannot be verified (${name}).`;
	if (tlsFailed) return "The server offers no usable TLS.";
	if (UNRESOLVED.has(name)) return "The server's name has no address.";
	if (UNREACHABLE.has(name)) return `The server cannot be reached (${name}).`;
	if (name === "LiteralTooLarge")
		return "The server sends more than it was asked for.";
	return "The connection was closed, or the server's reply was not understood.";
}

/** What may be logged of an error: never what was sent or received. */
export function codeOf(err: unknown): string {
	const { code, name } = err as { code?: unknown; name?: unknown };
	return typeof code === "string" ? code : String(name);
}
