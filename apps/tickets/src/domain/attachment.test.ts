import { describe, expect, it, test } from "vitest";
import { readAttachments } from "./attachment.ts";

const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
const file = (fields: object = {}) => ({
	filename: "a.txt",
	contentType: "text/plain",
	data: Buffer.from("hello"),
	...fields,
});
const read = async (fields: object) =>
	(await readAttachments([file(fields)]))[0]!;
const refusal = (param: string) =>
	expect.objectContaining({ code: "invalid_attachment", param });

describe("file names", () => {
	test.each([
		["a.txt", "a.txt"],
		["../../etc/passwd", "passwd"],
		["C:\\temp\\x.doc", "x.doc"],
		["e\u0301.txt", "é.txt"],
		[" a.txt ", "a.txt"],
		['what? "now".txt', "what_ _now_.txt"],
		["con.txt", "_con.txt"],
		["Konto.txt", "Konto.txt"],
		[".env", ".env"],
	])("%j becomes %j", async (filename, expected) => {
		expect((await read({ filename })).filename).toBe(expected);
	});

	test.each([
		"",
		" ",
		".",
		"..",
		"a/",
		"a\r\nb",
		"a\u0000b",
		"a\u202Egpj.exe",
		"x".repeat(256),
		"ä".repeat(128),
	])("%j is refused", async (filename) => {
		await expect(read({ filename })).rejects.toEqual(
			refusal("attachments.0.filename"),
		);
	});
});

describe("content types", () => {
	test.each<[string, Buffer, string]>([
		["image/png", PNG, "image/png"],
		["text/plain", PNG, "image/png"],
		["image/png", Buffer.from("<html></html>"), "application/octet-stream"],
		["text/html", Buffer.from("<html></html>"), "application/octet-stream"],
		[
			"image/svg+xml",
			Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
			"application/octet-stream",
		],
		[
			"application/xml",
			Buffer.from("<?xml version='1.0'?><a/>"),
			"application/octet-stream",
		],
		["text/csv", Buffer.from("a,b"), "text/csv"],
		["text/plain", Buffer.from("a\0b"), "application/octet-stream"],
		["text/plain", Buffer.from([0x80, 0x81]), "application/octet-stream"],
		["TEXT/Plain; charset=utf-8", Buffer.from("a"), "text/plain"],
		["text/plain", Buffer.alloc(0), "text/plain"],
	])("%s with %s is served as %s", async (contentType, data, expected) => {
		expect((await read({ contentType, data })).contentType).toBe(expected);
	});

	test.each(["", "html", "a/b\r\nc: d", "a/ b", "/b", "a/b;", "é/x"])(
		"%j is refused",
		async (contentType) => {
			await expect(read({ contentType })).rejects.toEqual(
				refusal("attachments.0.content_type"),
			);
		},
	);
});

it("bounds number and sizes", async () => {
	const big = (mebibytes: number) =>
		file({ data: Buffer.alloc(mebibytes * 1024 * 1024) });
	await expect(readAttachments(Array(11).fill(file()))).rejects.toEqual(
		refusal("attachments"),
	);
	const tooLarge = (param: string) =>
		expect.objectContaining({ code: "request_too_large", param });
	await expect(readAttachments([big(11)])).rejects.toEqual(
		tooLarge("attachments.0.data"),
	);
	await expect(readAttachments([big(8), big(8), big(8)])).rejects.toEqual(
		tooLarge("attachments"),
	);
	expect(await readAttachments([big(10), big(10)])).toHaveLength(2);
});
