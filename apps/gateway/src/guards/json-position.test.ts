import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { endOf, findJsonFault } from "./json-position.ts";

test.each([
	["", 0],
	["  ", 2],
	["nul", 3],
	["nulL", 3],
	["{} {}", 3],
	['{"a":01}', 6],
	['{"a":1,}', 7],
	["[1,]", 3],
	["[1 2]", 3],
	['{"a"}', 4],
	['"a\nb"', 2],
	['"\\x"', 1],
	['"\\u12g4"', 1],
	["1.", 1],
	["-", 0],
	['"a', 2],
	["]", 0],
	['{"a":[1,{"b":"c\\n"}],"d":-1.5e+3} ', -1],
])("%j stops being JSON at %i", (text, at) => {
	expect(findJsonFault(text)).toBe(at);
});

it("finds a syntax error exactly where JSON.parse does", () => {
	const pieces = fc.constantFrom(..."{}[],:\"\\ \n\t0123-.eEtrufalsn'é\u0001");
	const broken = fc
		.tuple(fc.json(), fc.nat(), pieces)
		.map(([text, at, piece]) => {
			const index = at % (text.length + 1);
			return text.slice(0, index) + piece + text.slice(index + 1);
		});
	fc.assert(
		fc.property(fc.oneof(fc.json(), broken), (text) => {
			expect(findJsonFault(text) === -1).toBe(isJson(text));
		}),
		{ numRuns: 2_000 },
	);
});

it("scans a text of 30 MiB without a stack overflow", () => {
	const started = threadTimeMs();
	const text = `{"data":"${"A".repeat(30 * 1024 * 1024)}"`;
	expect(findJsonFault(text)).toBe(text.length);
	expect(threadTimeMs() - started).toBeLessThan(2_000);
});

it("counts lines and characters from one", () => {
	expect(endOf("")).toBe("line 1, column 1");
	expect(endOf("a\r\n\n😀é")).toBe("line 3, column 3");
});

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
