import { AppError } from "@supportdesk/errors/app-error.ts";
import { describe, expect, it, test } from "vitest";
import { JsonParser } from "./json-parser.ts";
import { parseJson } from "./parse-json.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

function refusalOf(bytes: Uint8Array): string {
	try {
		const [first] = parseJson(bytes).forbidden;
		if (!first) return "accepted";
		return first.param === null ? first.code : `${first.code} ${first.param}`;
	} catch (err) {
		if (!(err instanceof AppError)) throw err;
		return err.param === null ? err.code : `${err.code} ${err.param}`;
	}
}

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const withKeys = (count: number) =>
	JSON.stringify(
		Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])),
	);

test.each([
	['{"subject":', "invalid_json"],
	["nul", "invalid_json"],
	["{} {}", "invalid_json"],
	['{"a":NaN}', "invalid_json"],
	['{"a":01}', "invalid_json"],
	["", "accepted"],
	["[]", "accepted"],
	['"text"', "accepted"],
	['\ufeff{"a":1}', "accepted"],
	['\ufeff\ufeff{"a":1}', "invalid_json"],
	[nested(32), "accepted"],
	[nested(33), "invalid_json"],
	[nested(40_000), "invalid_json"],
	[`{"a":${'{"b":'.repeat(32)}1${"}".repeat(33)}`, "invalid_json"],
	[JSON.stringify({ a: `${"[".repeat(50)}"\\` }), "accepted"],
	[withKeys(1_000), "accepted"],
	[withKeys(1_001), "invalid_json"],
	[`[${"1,".repeat(20_000)}1]`, "accepted"],
	[`[${"1,".repeat(20_001)}1]`, "invalid_json"],
	[`[${'""'.repeat(20_001)}]`, "invalid_json"],
	[JSON.stringify({ a: ',:"{['.repeat(20_000) }), "accepted"],
	[JSON.stringify({ a: `${"\\".repeat(7)}"`, b: "\\" }), "accepted"],
	['{"a":"\\"', "invalid_json"],
	['{"a":9007199254740991,"b":-9007199254740991}', "accepted"],
	['{"a":9007199254740992}', "invalid_parameter a"],
	['{"a":9007199254740993}', "invalid_parameter a"],
	['{"a":{"b":[0,-9007199254740993]}}', "invalid_parameter a.b.1"],
	['{"a":1e400}', "invalid_parameter a"],
	['{"a":-1e400}', "invalid_parameter a"],
	['{"a":1e-400}', "accepted"],
	['{"subject":"a\\u0000b"}', "invalid_parameter subject"],
	['{"subject":"a\\u0001b"}', "invalid_parameter subject"],
	['{"subject":"a\\u001fb"}', "invalid_parameter subject"],
	['{"body":"tab\\t newline\\n both\\r\\n"}', "accepted"],
	['{"body":"a\\rb"}', "invalid_parameter body"],
	['{"body":"a\\u000bb"}', "invalid_parameter body"],
	['{"body":"\\ud800"}', "invalid_parameter body"],
	['{"body":"\\udc00\\ud800"}', "invalid_parameter body"],
	['{"body":"\\ud83d\\ude00"}', "accepted"],
	['{"tags":["ok","\\u0000"]}', "invalid_parameter tags.1"],
	[
		'{"custom_attributes":{"a\\u0000":1}}',
		"invalid_parameter custom_attributes",
	],
	['{"custom_attributes":{"a\\tb":1}}', "invalid_parameter custom_attributes"],
	[
		'{"custom_attributes":{"\\ud800":1}}',
		"invalid_parameter custom_attributes",
	],
	['{"\\u0000":1}', "invalid_parameter"],
	['"\\u0000"', "invalid_parameter"],
])("%.60j is %s", (text, expected) => {
	expect(refusalOf(bytesOf(text))).toBe(expected);
});

test.each([
	["ff fe inside a text", [0x22, 0xff, 0xfe, 0x22]],
	["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
	["half a surrogate pair written in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
	["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
	["a text cut within a character", [0x22, 0xe2, 0x82, 0x22]],
])("%s is not UTF-8", (_name, bytes) => {
	expect(refusalOf(new Uint8Array(bytes))).toBe("invalid_json");
});

describe("keys that are special in JavaScript", () => {
	const text =
		'{"__proto__":{"admin":1},"constructor":{"prototype":{"admin":1}},"toString":1}';

	it("are ordinary keys without side effects", () => {
		const value = parseJson(bytesOf(text)).value as object;
		expect(Object.keys(value)).toEqual([
			"__proto__",
			"constructor",
			"toString",
		]);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect({}).not.toHaveProperty("admin");
	});

	it("stay ordinary keys after the transfer from the parser's thread", async () => {
		const parser = new JsonParser();
		const large = `{"pad":"${"x".repeat(4 * 1024 * 1024)}",${text.slice(1)}`;
		const value = (await parser.parse(bytesOf(large))).value as object;
		expect(Object.keys(value).slice(1)).toEqual([
			"__proto__",
			"constructor",
			"toString",
		]);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		await parser.close();
	});
});

describe("the parser's thread", () => {
	const large = (value: unknown) =>
		bytesOf(JSON.stringify({ pad: "x".repeat(4 * 1024 * 1024), value }));

	it("returns the same values and errors as the main thread, to the right caller", async () => {
		const parser = new JsonParser();
		const [fine, forbidden, refused, small] = await Promise.allSettled([
			parser.parse(large("é€😀")),
			parser.parse(large("\u0000")),
			parser.parse(large(1).subarray(1).slice()),
			parser.parse(bytesOf('{"a":1}')),
		]);
		expect(fine).toMatchObject({
			status: "fulfilled",
			value: { value: { value: "é€😀" }, forbidden: [] },
		});
		expect(forbidden).toMatchObject({
			status: "fulfilled",
			value: { forbidden: [{ code: "invalid_parameter", param: "value" }] },
		});
		expect(refused).toMatchObject({
			status: "rejected",
			reason: { type: "invalid_request", code: "invalid_json", param: null },
		});
		expect((refused as PromiseRejectedResult).reason).toBeInstanceOf(AppError);
		expect(small).toMatchObject({
			status: "fulfilled",
			value: { value: { a: 1 } },
		});
		await parser.close();
	});

	it("rejects its body with a logged error when it dies, and is started again for the next body", async () => {
		const parser = new JsonParser();
		const failed = parser.parse(large(1)).catch((err: unknown) => err);
		await parser.close();
		expect(await failed).toBeInstanceOf(Error);
		expect(await failed).not.toBeInstanceOf(AppError);
		expect(await parser.parse(large(2))).toMatchObject({
			value: { value: 2 },
		});
		await parser.close();
	});

	it("leaves the main thread free while it parses 30 MiB", async () => {
		const parser = new JsonParser();
		const body = bytesOf(
			JSON.stringify({
				attachments: [{ data: "QUJD".repeat(7 * 1024 * 1024) }],
			}),
		);
		await parser.parse(large(0));
		let turns = 0;
		let done = false;
		const parsed = parser.parse(body).finally(() => {
			done = true;
		});
		while (!done) {
			turns += 1;
			await new Promise(setImmediate);
		}
		// On this thread there would be exactly one.
		expect(turns).toBeGreaterThan(10);
		expect((await parsed).value).toHaveProperty("attachments");
		await parser.close();
	});
});
