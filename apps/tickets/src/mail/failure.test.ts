import { expect, test } from "vitest";
import { describeFailure, isFinal } from "./failure.ts";

const SECRET =
	"smtp.internal.example user@customer.example hunter2 /srv/outbox";

test.each([
	[
		{ code: "EENVELOPE", responseCode: 550, command: "RCPT TO" },
		"The mail server refused the recipient's address (SMTP 550).",
	],
	[
		{ code: "EENVELOPE", responseCode: 553, command: "MAIL FROM" },
		"The mail server refused the sender's address (SMTP 553).",
	],
	[
		{ code: "EMESSAGE", responseCode: 552, command: "DATA" },
		"The mail server refused it (SMTP 552).",
	],
	[
		{ code: "EAUTH", responseCode: 535, command: "AUTH PLAIN" },
		"The mail server refused the installation's credentials (SMTP 535).",
	],
	[
		{ code: "ETLS", command: "CONN" },
		"No encrypted connection to the mail server could be made.",
	],
	[
		{ code: "ESOCKET", originalCode: "DEPTH_ZERO_SELF_SIGNED_CERT" },
		"No encrypted connection to the mail server could be made.",
	],
	[
		{ code: "ESOCKET", originalCode: "ERR_TLS_CERT_ALTNAME_INVALID" },
		"No encrypted connection to the mail server could be made.",
	],
	[
		{ code: "ESOCKET", originalCode: "ECONNREFUSED", command: "CONN" },
		"The mail server could not be reached.",
	],
	[
		{ code: "ENOSPC", syscall: "write", path: SECRET },
		"The mail could not be written to the outbox folder.",
	],
	[{}, "The mail could not be sent."],
])("says of %j: %s", (facts, sentence) => {
	const err = Object.assign(new Error(SECRET), { response: SECRET }, facts);
	expect(describeFailure(err)).toBe(sentence);
});

test.each([
	["RCPT TO", "550 5.1.1 <bo@ex.com>: user unknown", true],
	["RCPT TO", "550-5.1.2 bad domain", true],
	["RCPT TO", "554 5.7.1 relay access denied", false],
	["RCPT TO", "450 4.1.1 unknown for now", false],
	["RCPT TO", "550 no", false],
	["DATA", "550 5.1.1 no", false],
	["RCPT TO", undefined, false],
])("an answer to %s of %j is final: %s", (command, response, expected) => {
	expect(isFinal({ command, response })).toBe(expected);
	expect(isFinal(undefined)).toBe(false);
});
