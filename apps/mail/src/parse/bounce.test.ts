import { expect, it } from "vitest";
import { PARSE_LIMITS } from "./limits.ts";
import { readMail } from "./read-mail.ts";

const read = (...lines: string[]) =>
	readMail(Buffer.from(lines.join("\r\n")), PARSE_LIMITS);

const REPORT = [
	"From: Mail Delivery System <MAILER-DAEMON@mx.example>",
	"To: help@desk.example",
	"Subject: Undelivered Mail Returned to Sender",
	'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
	"",
	"--b",
	"",
	"I'm sorry.",
	"--b",
	"Content-Type: message/delivery-status",
	"",
	"Reporting-MTA: dns; mx.example",
	"",
	"Final-Recipient: rfc822; pat@example.com",
	"Original-Recipient: rfc822;patty@example.com",
	"Action: failed",
	"Status: 5.1.1",
	"Diagnostic-Code: smtp; 550 5.1.1 <pat@example.com>: user",
	"    unknown",
	"",
	"Final-Recipient: rfc822; sam@example.com",
	"Action: delayed",
	"Status: 4.4.1",
];

it.each([
	["the mail", "message/rfc822"],
	["the headers of the mail", "text/rfc822-headers"],
])("reads a delivery status notification with %s", async (_, type) => {
	const mail = await read(
		...REPORT,
		"--b",
		`Content-Type: ${type}`,
		"",
		"From: help@desk.example",
		"Message-ID:",
		" <17@desk.example>",
		"",
		"--b--",
		"",
	);
	expect(mail.bounce).toEqual({
		recipients: [
			{
				address: "patty@example.com",
				action: "failed",
				status: "5.1.1",
				diagnostic: "550 5.1.1 <pat@example.com>: user unknown",
			},
			{
				address: "sam@example.com",
				action: "delayed",
				status: "4.4.1",
				diagnostic: null,
			},
		],
		originalMessageId: "<17@desk.example>",
	});
	expect(mail.traits).toMatchObject({ isBounce: true, isAutomatic: true });
});

it("reads what Exim writes without a report", async () => {
	const mail = await read(
		"From: Mail Delivery System <Mailer-Daemon@mx.example>",
		"X-Failed-Recipients: pat@example.com",
		"",
		"This message was created automatically by mail delivery software.",
		"",
		"  pat@example.com",
		"    host mx.example.com [10.5.12.7]",
		"    550 5.7.1 relay not permitted",
		"",
		"------ This is a copy of the message, including all the headers. ------",
		"",
		"Message-ID: <17@desk.example>",
		"",
	);
	expect(mail.bounce).toMatchObject({
		recipients: [
			{
				address: "pat@example.com",
				action: "failed",
				status: "5.7.1",
				diagnostic:
					"host mx.example.com [10.5.12.7] 550 5.7.1 relay not permitted",
			},
		],
		originalMessageId: "<17@desk.example>",
	});
});

it("reads what qmail writes", async () => {
	const mail = await read(
		"From: MAILER-DAEMON@mx.example",
		"",
		"Hi. This is the qmail-send program at mx.example.",
		"I'm afraid I wasn't able to deliver your message.",
		"",
		"<pat@example.com>:",
		"Sorry, no mailbox here by that name. (#5.1.1)",
		"",
	);
	expect(mail.bounce?.recipients).toMatchObject([
		{ address: "pat@example.com", status: "5.1.1" },
	]);
});

/** A notice in the text of a mail, above the mail that it is about. */
const noticeOf = (subject: string, ...lines: readonly string[]) =>
	read(
		"From: Mail Delivery System <mailer-daemon@mx.example>",
		`Subject: ${subject}`,
		"",
		...lines,
		"",
		"--- The header of the original message is following. ---",
		"",
		"To: chris@example.com",
		"Message-ID: <17@desk.example>",
		"",
	);

it.each([
	["<pat@example.com>:", "554: delivery error: This user has no account [0]"],
	[
		"pat@example.com:",
		"SMTP error from remote server, reason: 550 5.1.1 unknown",
	],
	["  pat@example.com", "    retry timeout exceeded"],
])(
	"reads what other mail systems write above the returned mail: %s",
	async (line, said) => {
		const { bounce } = await noticeOf(
			"Delivery failed",
			"Sorry.",
			"",
			line,
			said,
		);
		expect(bounce).toMatchObject({
			recipients: [
				{
					address: "pat@example.com",
					action: "failed",
					diagnostic: said.trim(),
				},
			],
			originalMessageId: "<17@desk.example>",
		});
	},
);

it.each([
	["Warning: message delayed 24 hours", "It has not been delivered."],
	["Warning", "The following address has not yet been delivered:"],
	["Warning", "The message will be retried for 4 more days."],
])("takes a notice of a delay for no failure: %s", async (subject, said) => {
	const { bounce } = await noticeOf(subject, said, "", "  pat@example.com");
	expect(bounce).toBeNull();
});

it("takes a mail about a failed delivery for none", async () => {
	const mail = await read(
		"From: pat@example.com",
		"",
		"My mail failed: 550 5.1.1",
	);
	expect(mail.bounce).toBeNull();
});

it("takes a person's mail that has a delivery status attached for none", async () => {
	const mail = await read(
		"From: Pat <pat@example.com>",
		"Subject: Fwd: Undelivered Mail Returned to Sender",
		'Content-Type: multipart/mixed; boundary="b"',
		"",
		"--b",
		"",
		"I get this when I write to you.",
		"--b",
		"Content-Type: message/delivery-status",
		"",
		"Reporting-MTA: dns; mx.example",
		"",
		"Final-Recipient: rfc822; help@desk.example",
		"Action: failed",
		"Status: 5.1.1",
		"",
		"--b--",
		"",
	);
	expect(mail.bounce).toBeNull();
	expect(mail.traits).toMatchObject({ isBounce: false, isAutomatic: false });
	expect(mail.body.text).toBe("I get this when I write to you.");
	expect(mail.attachments).toMatchObject([{ filename: "delivery-status.txt" }]);
});
