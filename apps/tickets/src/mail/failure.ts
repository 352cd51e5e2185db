interface MailError {
	readonly code?: unknown;
	/** The code of Node or OpenSSL that `code` stands for. */
	readonly originalCode?: unknown;
	/** The step of the SMTP session that failed. */
	readonly command?: unknown;
	/** The server's reply code, 400 to 599, if it gave one. */
	readonly responseCode?: unknown;
	/** The server's reply. */
	readonly response?: unknown;
	/** The file or folder, where mails are written to an outbox. */
	readonly path?: unknown;
}

const REFUSED: Readonly<Record<string, string>> = {
	"MAIL FROM": "The mail server refused the sender's address",
	"RCPT TO": "The mail server refused the recipient's address",
};
/** OpenSSL's codes of certificates, and Node's of TLS. */
const NOT_ENCRYPTED = /^(?:CERT_|UNABLE_TO_|ERR_(?:SSL|TLS)_)|SELF_SIGNED/;
const UNREACHABLE = new Set(["ECONNECTION", "EDNS", "ESOCKET", "ETIMEDOUT"]);

/** Enhanced status codes about the recipient's address (RFC 3463, 3.2). */
const BAD_ADDRESS = /^5\d\d[ -]5\.1\.[1-6]\b/;

/** Whether another attempt cannot succeed, because the recipient's address does not exist. */
export function isFinal(err: unknown): boolean {
	const { command, response } = (err ?? {}) as MailError;
	return (
		command === "RCPT TO" &&
		typeof response === "string" &&
		BAD_ADDRESS.test(response)
	);
}

/**
 * Why a mail could not be sent, in a sentence for agents. The server's own words are left out, because they quote
 * addresses and name hosts, and so are ours, which may name files.
 */
export function describeFailure(err: unknown): string {
	const { code, originalCode, command, responseCode, path } = (err ??
		{}) as MailError;
	if (code === "EAUTH")
		return `The mail server refused the installation's credentials${statusText(responseCode)}.`;
	if (typeof responseCode === "number") {
		const refused = REFUSED[String(command)] ?? "The mail server refused it";
		return `${refused}${statusText(responseCode)}.`;
	}
	if (code === "ETLS" || NOT_ENCRYPTED.test(String(originalCode)))
		return "No encrypted connection to the mail server could be made.";
	if (UNREACHABLE.has(String(code)))
		return "The mail server could not be reached.";
	if (path !== undefined)
		return "The mail could not be written to the outbox folder.";
	return "The mail could not be sent.";
}

function statusText(responseCode: unknown): string {
	return typeof responseCode === "number" ? ` (SMTP ${responseCode})` : "";
}
