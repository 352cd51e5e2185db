import { QUOTED_MAILS } from "@supportdesk/mail/quoted-mails/all-mails.ts";

export interface BenchMail {
	readonly name: string;
	readonly raw: Buffer;
	readonly count: number;
}

const SENTENCE =
	"The router restarts each night at three, and then nothing works. ";
const OUTLOOK = QUOTED_MAILS.find(
	({ name }) => name === "Outlook for Windows English",
)!;
const HEADERS = [
	"Return-Path: <pat@example.com>",
	...Array.from(
		{ length: 5 },
		(_, i) =>
			`Received: from mx${i}.example.com (mx${i}.example.com [192.0.2.${i}])\r\n by mx.desk.example with ESMTPS id 4SP${i}; Mon, 6 Nov 2023 10:12:0${i} +0100`,
	),
	"DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=x; bh=abc; b=def",
	"From: =?utf-8?q?Pat_J=C3=B6rgensen?= <pat@example.com>",
	"To: Help Desk <help@desk.example>",
	"Subject: Re: Router",
	"Date: Mon, 6 Nov 2023 10:12:00 +0100",
	"Message-ID: <17@example.com>",
	"In-Reply-To: <16@desk.example>",
	"References: <15@example.com> <16@desk.example>",
	"MIME-Version: 1.0",
];

export const BENCH_MAILS: readonly BenchMail[] = [
	{
		name: "text, 2 KB",
		count: 2_000,
		raw: mail("text/plain; charset=utf-8", textReply(1_000)),
	},
	{
		name: "text and HTML, 30 KB",
		count: 1_000,
		raw: mail(
			"multipart/alternative; boundary=b",
			`--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${textReply(4_000)}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${htmlReply(24_000)}\r\n--b--`,
		),
	},
	{
		name: "HTML with three files, 5 MB",
		count: 60,
		raw: mail(
			"multipart/mixed; boundary=b",
			`--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${htmlReply(10_000)}\r\n${[1, 2, 3].map(file).join("\r\n")}\r\n--b--`,
		),
	},
];

function mail(type: string, body: string): Buffer {
	const headers = [...HEADERS, `Content-Type: ${type}`].join("\r\n");
	return Buffer.from(`${headers}\r\n\r\n${body}\r\n`);
}

function textReply(length: number): string {
	const lines = SENTENCE.repeat(length / SENTENCE.length).match(
		/.{1,72}(?: |$)/g,
	)!;
	const half = lines.length / 2;
	const quoted = lines.slice(half).map((line) => `> ${line}`);
	return [
		...lines.slice(0, half),
		"",
		"On 06/11/2023 10:12, Help Desk wrote:",
		...quoted,
	].join("\r\n");
}

function htmlReply(length: number): string {
	const paragraph = `<p class="MsoNormal"><span lang="EN-GB" style="font-size:11.0pt">${SENTENCE}<o:p></o:p></span></p>\r\n`;
	const paragraphs = paragraph.repeat(length / paragraph.length);
	return OUTLOOK.html.replace(
		'<p class="MsoNormal">',
		`${paragraphs}<p class="MsoNormal">`,
	);
}

function file(number: number): string {
	const content = Buffer.alloc(1_220_000, `file ${number}`).toString("base64");
	const lines = content.match(/.{1,76}/g)!.join("\r\n");
	return `--b\r\nContent-Type: application/pdf; name="${number}.pdf"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n${lines}`;
}
