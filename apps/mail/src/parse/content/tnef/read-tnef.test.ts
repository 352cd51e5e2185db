import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readTnef } from "./read-tnef.ts";

const number = (value: number, bytes: 2 | 4) => {
	const buffer = Buffer.alloc(bytes);
	buffer.writeUIntLE(value, 0, bytes);
	return buffer;
};

const attribute = (id: number, data: Buffer) =>
	Buffer.concat([
		Buffer.from([1]),
		number(id, 4),
		number(data.length, 4),
		data,
		number(0, 2),
	]);

const tnef = (...attributes: Buffer[]) =>
	Buffer.concat([number(0x223e9f78, 4), number(1, 2), ...attributes]);

const padded = (data: Buffer) =>
	Buffer.concat([
		number(data.length, 4),
		data,
		Buffer.alloc((4 - (data.length % 4)) % 4),
	]);

const property = (type: number, id: number, data: Buffer) =>
	Buffer.concat([number(type, 2), number(id, 2), number(1, 4), padded(data)]);

const properties = (...list: Buffer[]) =>
	Buffer.concat([number(list.length, 4), ...list]);

const FILE = [
	attribute(0x00069002, Buffer.alloc(14)),
	attribute(0x00018010, Buffer.from("BILL~1.PDF\0")),
	attribute(0x0006800f, Buffer.from("%PDF")),
	attribute(
		0x00069005,
		properties(
			Buffer.concat([number(0x0003, 2), number(0x0e20, 2), number(4, 4)]),
			property(0x001f, 0x3707, Buffer.from("Rechnung März.pdf\0", "utf16le")),
			property(0x001e, 0x370e, Buffer.from("application/pdf\0")),
			property(0x001e, 0x3712, Buffer.from("1@example.com\0")),
		),
	),
];

it("reads files with their long names, types and content ids", () => {
	expect(readTnef(tnef(...FILE))?.files).toEqual([
		{
			filename: "Rechnung März.pdf",
			contentType: "application/pdf",
			contentId: "1@example.com",
			data: Buffer.from("%PDF"),
		},
	]);
});

it("reads a body in the code page that it names", () => {
	const body = tnef(
		attribute(0x00069007, Buffer.concat([number(1252, 4), number(0, 4)])),
		attribute(0x0002800c, Buffer.from("Grüße\0", "latin1")),
	);
	expect(readTnef(body)).toMatchObject({ text: "Grüße", html: null });
});

it("reads HTML among named properties", () => {
	const named = Buffer.concat([
		number(0x001e, 2),
		number(0x8001, 2),
		Buffer.alloc(16),
		number(1, 4),
		padded(Buffer.from("Keywords\0", "utf16le")),
		number(1, 4),
		padded(Buffer.from("x\0")),
	]);
	const html = property(0x0102, 0x1013, Buffer.from("<p>Hello</p>"));
	const message = tnef(attribute(0x00069003, properties(named, html)));
	expect(readTnef(message)?.html).toBe("<p>Hello</p>");
});

it("keeps what it read before the end of a broken one", () => {
	const whole = tnef(...FILE);
	expect(readTnef(whole.subarray(0, -20))?.files).toHaveLength(1);
	expect(readTnef(Buffer.from("PK\x03\x04 no tnef"))).toBeUndefined();
});

it("never throws, whatever the bytes", () => {
	const start = tnef();
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(150), (bytes, at) => {
			readTnef(Buffer.concat([start, bytes]));
			const broken = tnef(...FILE);
			broken.set(bytes.subarray(0, Math.max(0, broken.length - at)), at);
			readTnef(broken);
		}),
		{ numRuns: 2_000 },
	);
});

it("reads no more values than the bytes can hold", () => {
	const endless = Buffer.concat([
		number(0x101e, 2),
		number(0x3001, 2),
		number(0xffffffff, 4),
	]);
	const message = tnef(
		attribute(0x00069003, Buffer.concat([number(0xffffffff, 4), endless])),
	);
	const start = threadTimeMs();
	readTnef(message);
	expect(threadTimeMs() - start).toBeLessThan(100);
});
