import { expect, it } from "vitest";
import { part, readLines } from "./mails.ts";

const MIXED = "Content-Type: multipart/mixed; boundary=b";
const base64 = (text: string) => Buffer.from(text).toString("base64");

it("prefers HTML to the text that says the same", async () => {
	const { body, attachments } = await readLines(
		"Content-Type: multipart/alternative; boundary=b",
		"",
		part("text/plain", "Hello *you*"),
		part("text/html", "<p>Hello <b>you</b></p>"),
		"--b--",
	);
	expect(body).toEqual({
		html: "<p>Hello <b>you</b></p>",
		text: "Hello you",
		quotedText: "",
	});
	expect(attachments).toEqual([]);
});

it.each([
	["a name in its type", ['Content-Type: text/plain; name="body.txt"']],
	[
		"a name in its disposition",
		[
			"Content-Type: text/plain",
			'Content-Disposition: inline; filename="body.txt"',
		],
	],
])("reads a body that has %s", async (_where, headers) => {
	const alone = await readLines(...headers, "", "It does not shine.");
	expect(alone.body.text).toBe("It does not shine.");
	expect(alone.attachments).toEqual([]);
	const { body, attachments } = await readLines(
		MIXED,
		"",
		["--b", ...headers, "", "It does not shine."].join("\r\n"),
		part(
			"text/plain",
			"12:00 on",
			'Content-Disposition: attachment; filename="log.txt"',
		),
		"--b--",
	);
	expect(body.text).toBe("It does not shine.");
	expect(attachments).toMatchObject([{ filename: "log.txt" }]);
});

it("leaves a text with a name a file beside a body", async () => {
	const { body, attachments } = await readLines(
		MIXED,
		"",
		part("text/plain", "See the log."),
		part(
			"text/plain",
			"12:00 on",
			'Content-Disposition: inline; filename="log.txt"',
		),
		"--b--",
	);
	expect(body.text).toBe("See the log.");
	expect(attachments).toMatchObject([{ filename: "log.txt" }]);
});

it("shows images in place by their content ids", async () => {
	const { body, attachments } = await readLines(
		"Content-Type: multipart/related; boundary=b",
		"",
		part("text/html", '<p>See <img src="cid:1%40x"></p>'),
		part(
			"image/png",
			"AAAA",
			"Content-ID: <1@x>",
			"Content-Transfer-Encoding: base64",
		),
		part(
			"image/gif",
			"AAAA",
			"Content-ID: <2@x>",
			"Content-Transfer-Encoding: base64",
		),
		"--b--",
	);
	expect(body.html).toContain('<img src="cid:1%40x">');
	expect(attachments).toMatchObject([
		{ filename: "image.png", contentId: "1@x", inline: true },
		{ filename: "image.gif", contentId: "2@x", inline: false },
	]);
});

it("shows images in place that are within the HTML", async () => {
	const image = (type: string, bytes: string) =>
		`<img src="data:image/${type};base64,${base64(bytes)}">`;
	const { body, attachments } = await readLines(
		"Content-Type: text/html",
		"",
		`<p>See ${image("png", "one")}, ${image("jpg", "two")} and ${image("png", "one")}`,
		`${image("svg+xml", "<svg/>")}</p>`,
	);
	const ids = attachments.map(({ contentId }) => contentId);
	expect(body.html!.match(/cid:[^"]+/g)).toEqual(
		[ids[0], ids[1], ids[0]].map((id) => `cid:${id}`),
	);
	expect(attachments).toMatchObject([
		{ filename: "image.png", data: Buffer.from("one"), inline: true },
		{ filename: "image.jpg", data: Buffer.from("two"), inline: true },
	]);
});

it("reads HTML whose images within it are larger than a body may be", async () => {
	const bytes = Buffer.alloc(3 * 1024 * 1024, 7);
	const { body, attachments } = await readLines(
		"Content-Type: text/html",
		"",
		`<p>My photo:</p><img src="data:image/png;base64,${bytes.toString("base64")}">`,
	);
	expect(body.text).toContain("My photo:");
	expect(attachments).toMatchObject([{ filename: "image.png" }]);
	expect(attachments[0]!.data.equals(bytes)).toBe(true);
});

it("keeps the texts around an image in their order", async () => {
	const { body, attachments } = await readLines(
		MIXED,
		"",
		part("text/plain", "before"),
		part("image/png", "AAAA", "Content-Disposition: inline; filename=a.png"),
		part("text/plain", "after"),
		"--b--",
	);
	expect(body.text).toBe("before\nafter");
	expect(attachments).toHaveLength(1);
});

it.each([
	["text/calendar; method=REQUEST", "invitation.ics"],
	["application/pkcs7-signature", "smime.p7s"],
	["application/pkcs7-mime", "smime.p7m"],
	["application/pgp-signature", "signature.asc"],
	["message/rfc822", "message.eml"],
	["application/zip; name=a.zip", "a.zip"],
	["text/plain; name=notes.txt", "notes.txt"],
	["application/x-unknown", "attachment.bin"],
])("makes %s a file", async (type, filename) => {
	const { attachments, body } = await readLines(
		MIXED,
		"",
		part("text/plain", "Hello"),
		part(type, "content\r\n\r\nmore"),
		"--b--",
	);
	const found = attachments.map((it) => [it.filename, it.data.toString()]);
	expect(found).toEqual([[filename, "content\r\n\r\nmore"]]);
	expect(body.text).toBe("Hello");
});

it("makes the parts of an encrypted mail files", async () => {
	const { attachments, body } = await readLines(
		'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
		"",
		part("application/pgp-encrypted", "Version: 1"),
		part(
			"application/octet-stream; name=encrypted.asc",
			"-----BEGIN PGP MESSAGE-----",
		),
		"--b--",
	);
	expect(attachments.map(({ filename }) => filename)).toEqual([
		"version.asc",
		"encrypted.asc",
	]);
	expect(body.text).toBe("");
});

it("leaves an archive as it is", async () => {
	const zip = Buffer.from("504b0304140000000000", "hex");
	const { attachments } = await readLines(
		MIXED,
		"",
		part(
			"application/zip",
			zip.toString("base64"),
			"Content-Transfer-Encoding: base64",
		),
		"--b--",
	);
	expect(attachments[0]?.data).toEqual(zip);
});

it.each([
	[
		"in pieces with padding of their own",
		`${base64("one")}=\r\n${base64("two!")}`,
		"onetwo!",
	],
	["with characters that are none", `${base64("one")}\r\n***`, "one"],
	["without an end", base64("hello").slice(0, -2), "hell"],
])("decodes base64 %s", async (_, content, expected) => {
	const { attachments } = await readLines(
		MIXED,
		"",
		part("application/x", content, "Content-Transfer-Encoding: base64"),
		"--b--",
	);
	expect(attachments[0]?.data.toString()).toBe(expected);
});

it.each([
	["a mailing list writes", "_______\r\nour list"],
	["a scanner writes after an empty line", "\r\nChecked\r\nby a scanner."],
])("reads what %s below a text in base64", async (_, footer) => {
	const { body } = await readLines(
		"Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: base64",
		"",
		base64("Grüße, können Sie mir helfen?"),
		footer,
	);
	expect(body.text.split("\n")[0]).toBe("Grüße, können Sie mir helfen?");
	const all = `${body.text}\n${body.quotedText}`;
	for (const word of footer.match(/\w+/g)!) expect(all).toContain(word);
});

it("skips what is no base64 within a text in base64", async () => {
	const text = "Grüße, können Sie mir helfen? ".repeat(5).trim();
	const { body } = await readLines(
		"Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: base64",
		"",
		base64(text).replace(/.{72}/g, "$&\r\n").replace("\r\n", "!\r\n"),
	);
	expect(body.text).toBe(text);
});

it.each([
	"Content-Type: text",
	"Content-Type: plain text",
	"Content-Type: text/plain/html",
	"Content-Type: ; charset=utf-8",
	"Content-Type: text/markdown",
	"Content-Type: text/enriched",
	"Content-Type: text/x-unknown; charset=utf-8",
])("reads a body with %j as it is written", async (header) => {
	const { body, attachments } = await readLines(header, "", "Grüße");
	expect(body.text).toBe("Grüße");
	expect(attachments).toEqual([]);
});

it("leaves a text of another kind a file beside a body", async () => {
	const { body, attachments } = await readLines(
		MIXED,
		"",
		part("text/plain", "Hello"),
		part("text/x-python", "import this"),
		"--b--",
	);
	expect(body.text).toBe("Hello");
	expect(attachments).toHaveLength(1);
});

it.each(["text/calendar", "text/vcard", "text/csv"])(
	"leaves %s a file where it is alone",
	async (type) => {
		const { body, attachments } = await readLines(
			`Content-Type: ${type}`,
			"",
			"BEGIN",
		);
		expect(body.text).toBe("");
		expect(attachments).toHaveLength(1);
	},
);

it("leaves a file a file whose type is none", async () => {
	const { body, attachments } = await readLines(
		MIXED,
		"",
		part("text/plain", "Hello"),
		part("pdf", "%PDF", "Content-Disposition: attachment"),
		"--b--",
	);
	expect(body.text).toBe("Hello");
	expect(attachments).toMatchObject([
		{ contentType: "application/octet-stream" },
	]);
});

it("reads names of files in each of their encodings", async () => {
	const { attachments } = await readLines(
		MIXED,
		"",
		part(
			"a/b",
			"x",
			"Content-Disposition: attachment; filename*=utf-8''M%C3%A4rz.pdf",
		),
		part(
			"a/b",
			"x",
			'Content-Disposition: attachment; filename*0="long ";',
			' filename*1="name.pdf"',
		),
		part(
			"a/b",
			"x",
			'Content-Disposition: attachment; filename="=?utf-8?q?M=C3=A4rz.pdf?="',
		),
		"--b--",
	);
	expect(attachments.map(({ filename }) => filename)).toEqual([
		"März.pdf",
		"long name.pdf",
		"März.pdf",
	]);
});

it.each([
	["UTF-8 as Latin-1", 'filename="=?iso-8859-1?q?M=C3=A4rz.pdf?="'],
	["Latin-1 as UTF-8", 'filename="=?utf-8?q?M=E4rz.pdf?="'],
	["no known charset", 'filename="=?unknown-8bit?q?M=C3=A4rz.pdf?="'],
	["UTF-8 without a label", 'filename="März.pdf"'],
	["Latin-1 without a label", Buffer.from('filename="März.pdf"', "latin1")],
	["the name of its type", 'x="y"\r\nContent-Type: a/b; name="März.pdf"'],
])("reads the name of a file: %s", async (_, parameter) => {
	const { attachments } = await readLines(
		MIXED,
		"",
		"--b",
		Buffer.concat([
			Buffer.from("Content-Disposition: attachment; "),
			Buffer.from(parameter),
		]),
		"",
		"x",
		"--b--",
	);
	expect(attachments).toMatchObject([{ filename: "März.pdf" }]);
});

it("decodes the name of a file once", async () => {
	const { attachments } = await readLines(
		MIXED,
		"",
		part(
			"a/b",
			"x",
			"Content-Disposition: attachment; filename*=utf-8''a%3D%3Futf-8%3Fq%3F%3D2Eexe%3F%3D",
		),
		"--b--",
	);
	expect(attachments).toMatchObject([{ filename: "a=?utf-8?q?=2Eexe?=" }]);
});

it("reads a body in its charset, its label wrong", async () => {
	const { body } = await readLines(
		"Content-Type: text/plain; charset=utf-8",
		"",
		Buffer.from("Grüße", "latin1"),
	);
	expect(body.text).toBe("Grüße");
});

it("reads a body of quoted-printable lines", async () => {
	const { body } = await readLines(
		"Content-Type: text/plain; charset=iso-8859-1",
		"Content-Transfer-Encoding: quoted-printable",
		"",
		"Gr=FC=DFe, soft=",
		" break",
	);
	expect(body.text).toBe("Grüße, soft break");
});

it("makes a body that is too long a file", async () => {
	const { body, attachments } = await readLines(
		"Content-Type: text/plain",
		"",
		"x".repeat(2_000_001),
	);
	expect(body.text).toBe("");
	expect(attachments).toMatchObject([{ filename: "text.txt" }]);
});

it("reads a mail without any header", async () => {
	const { headers, body } = await readLines("", "Hello");
	expect(headers.from).toEqual([]);
	expect(body.text).toBe("Hello");
});

it("separates the quote of a text", async () => {
	const { body } = await readLines(
		"Content-Type: text/plain; format=flowed",
		"",
		"Thank ",
		"you.",
		"",
		"On 06/11/2023 10:12, Help wrote:",
		"> Please restart.",
	);
	expect(body.text).toBe("Thank you.");
	expect(body.quotedText).toBe(
		"On 06/11/2023 10:12, Help wrote:\n> Please restart.",
	);
});

it.each([
	["no boundary", "multipart/mixed"],
	["a boundary that its body does not have", "multipart/mixed; boundary=c"],
])("reads a multipart with %s as it stands", async (_, type) => {
	const { body, attachments } = await readLines(
		`Content-Type: ${type}`,
		"",
		"My lamp does not shine.",
	);
	expect(body.text).toBe("My lamp does not shine.");
	expect(attachments).toEqual([]);
});
