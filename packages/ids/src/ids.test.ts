import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isId, newId } from "./ids.ts";

const MAX_MS = 2 ** 48 - 1;

describe("newId", () => {
	it("writes the time into the first ten characters", () => {
		// 0x0188bac7_4afa7 from the TypeID specification's example uuid 0188bac7-4afa-78aa-bc3b-bd1eef28d881.
		const id = newId("tkt", 0x0188bac74afa);
		expect(id.slice(0, 14)).toBe("tkt_01h2xcejqt");
	});

	it("belongs to its own kind and to no other", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: MAX_MS }), (now) => {
				const id = newId("tkt", now);
				expect(isId("tkt", id)).toBe(true);
				expect(isId("cnt", id)).toBe(false);
			}),
		);
	});

	it("sorts by time", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: MAX_MS - 1 }), (now) => {
				expect(newId("msg", now) < newId("msg", now + 1)).toBe(true);
			}),
		);
	});

	it("does not repeat itself within a millisecond", () => {
		const ids = Array.from({ length: 10_000 }, () => newId("kb", 1));
		expect(new Set(ids).size).toBe(ids.length);
	});
});

describe("isId", () => {
	it.each([
		"",
		"tkt_",
		"tkt",
		"tkt_01h2xcejqtf2nbrexx3vqjhp4",
		"tkt_01h2xcejqtf2nbrexx3vqjhp411",
		"tkt_81h2xcejqtf2nbrexx3vqjhp41",
		"tkt_01h2xcejqtf2nbrexx3vqjhpu1",
		"TKT_01h2xcejqtf2nbrexx3vqjhp41",
		"tkt_01H2XCEJQTF2NBREXX3VQJHP41",
		"tkt_01h2xcejqtf2nbrexx3vqjhp4\0",
	])("refuses %j", (text) => {
		expect(isId("tkt", text)).toBe(false);
	});
});
