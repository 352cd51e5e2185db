import { expect, it } from "vitest";
import { readHeaders } from "./read-headers.ts";
import { readTraits } from "./traits.ts";

function traitsOf(...lines: string[]) {
	const headers = lines.map((line) => {
		const colon = line.indexOf(":");
		return {
			name: line.slice(0, colon).toLowerCase(),
			value: Buffer.from(line.slice(colon + 1)),
		};
	});
	return readTraits(readHeaders(headers));
}

it.each([
	"Auto-Submitted: auto-generated",
	"Auto-Submitted: auto-replied (vacation)",
	"Precedence: bulk",
	"Precedence: auto_reply",
	"X-Auto-Response-Suppress: All",
	"X-Auto-Response-Suppress: DR, OOF, AutoReply",
	"X-Autoreply: yes",
	"List-Id: <list.example.com>",
	"List-Unsubscribe: <mailto:x@example.com>",
	"Return-Path: <>",
	"Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
	"From: Mail Delivery System <MAILER-DAEMON@example.com>",
])("takes a mail for automatic: %s", (line) => {
	expect(traitsOf(line)).toMatchObject({ isAutomatic: true });
});

it.each([
	"Auto-Submitted: no",
	"Precedence: first-class",
	"X-Auto-Response-Suppress: None",
	"Subject: Out of office",
	"Subject: Automatic reply: it does not work",
	"Return-Path: <pat@example.com>",
	"From: pat@example.com",
])("takes a mail for a person's: %s", (line) => {
	expect(traitsOf(line)).toEqual({
		isAutomatic: false,
		isOutOfOffice: false,
		isBounce: false,
		isReport: false,
		isMailingList: false,
		isPassedOn: false,
		reasons: [],
	});
});

it.each([
	[["Auto-Submitted: auto-replied"]],
	[["X-Autoreply: yes", "Subject: Re: Router"]],
	[["Auto-Submitted: auto-generated", "Subject: Automatic reply: Router"]],
	[["X-Auto-Response-Suppress: All", "Subject: Automatische Antwort: Router"]],
	[
		[
			"X-Auto-Response-Suppress: All",
			"Subject: =?utf-8?q?R=C3=A9ponse_automatique?= : Router",
		],
	],
	[["Precedence: bulk", "Subject: Respuesta automática: Router"]],
])("knows an absence notice: %j", (lines) => {
	expect(traitsOf(...lines)).toMatchObject({ isOutOfOffice: true });
});

it.each([
	[["List-Id: <list.example.com>", "Precedence: list"], true],
	[["List-Id: <list.example.com>", "Auto-Submitted: auto-generated"], false],
	[["List-Id: <list.example.com>", "Subject: Out of office"], false],
	[["Precedence: bulk"], false],
])(
	"knows what a person wrote to a mailing list: %j is %s",
	(lines, expected) => {
		expect(traitsOf(...lines)).toMatchObject({ isPassedOn: expected });
	},
);

it.each([
	["Return-Path: <>", true],
	["From: Mail Delivery System <MAILER-DAEMON@example.com>", true],
	[
		"Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
		true,
	],
	["Auto-Submitted: auto-generated", false],
	["X-Auto-Response-Suppress: All", false],
	["Precedence: bulk", false],
])(
	"tells a mail system's report from what programs send: %s is %s",
	(line, expected) => {
		expect(traitsOf(line)).toMatchObject({
			isAutomatic: true,
			isReport: expected,
		});
	},
);

it("tells a bounce from an absence notice", () => {
	const traits = traitsOf(
		"Auto-Submitted: auto-replied",
		'Content-Type: multipart/report; report-type="delivery-status"; boundary=b',
	);
	expect(traits).toMatchObject({ isBounce: true, isOutOfOffice: false });
});

it("says which headers it went by", () => {
	expect(traitsOf("Precedence: list", "Subject: x").reasons).toEqual([
		"precedence: list",
	]);
});
