import fc from "fast-check";
import { it } from "vitest";
import { PARSE_LIMITS } from "../src/parse/limits.ts";
import { readMail } from "../src/parse/read-mail.ts";
import { Unreadable } from "../src/parse/unreadable.ts";
import { mailOf, part } from "./mails.ts";
import { QUOTED_MAILS } from "./quoted-mails/all-mails.ts";

const SEEDS = [
	...QUOTED_MAILS.map(({ html }) =>
		mailOf("Subject: x", "Content-Type: text/html; charset=utf-8", "", html),
	),
	mailOf(
		"From: Pat <pat@example.com>",
		"To: help@desk.example",
		"Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
		"Content-Type: multipart/mixed; boundary=b",
		"",
		part("text/plain; charset=koi8-r", "Hello"),
		part("application/ms-tnef", Buffer.from("789f3e220100", "hex")),
		part(
			"message/delivery-status",
			"Final-Recipient: rfc822; pat@example.com\r\nAction: failed",
		),
		part("image/png", "AAAA", "Content-Transfer-Encoding: base64"),
		"--b--",
	),
];

const FRAGMENTS = [
	"\r\n",
	"\r\n\r\n",
	"--b",
	"--b--",
	"=?utf-8?q?",
	"?=",
	"<",
	">",
	"Content-Type: multipart/mixed; boundary=b\r\n",
	"charset=shift_jis",
	"\0",
	"\xff",
	"&#0;",
	"<blockquote>",
	"From: ",
];

async function readOrRefuse(mail: Buffer): Promise<void> {
	try {
		await readMail(mail, PARSE_LIMITS);
	} catch (err) {
		if (!(err instanceof Unreadable)) throw err;
	}
}

it("reads random bytes", async () => {
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), (bytes) =>
			readOrRefuse(Buffer.from(bytes)),
		),
		{ numRuns: 1_500 },
	);
});

it("reads mails that something has changed", async () => {
	const change = fc.record({
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		removed: fc.nat(40),
		added: fc.oneof(
			fc.constantFrom(...FRAGMENTS),
			fc
				.uint8Array({ maxLength: 5 })
				.map((it) => Buffer.from(it).toString("latin1")),
		),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...SEEDS),
			fc.array(change, { minLength: 1, maxLength: 8 }),
			async (seed, changes) => {
				let mail = seed;
				for (const { at, removed, added } of changes) {
					const start = Math.floor(at * mail.length);
					mail = Buffer.concat([
						mail.subarray(0, start),
						Buffer.from(added, "latin1"),
						mail.subarray(start + removed),
					]);
				}
				await readOrRefuse(mail);
			},
		),
		{ numRuns: 1_500 },
	);
});
