import fc from "fast-check";
import { expect, it } from "vitest";
import { type CursorScope, decodeCursor, encodeCursor } from "./cursor.ts";

const SECRET = "a secret of the test";
const scope: CursorScope = {
	list: "tickets",
	workspaceId: "wsp_1",
	sort: "created_at:desc",
	filters: { status: "open", tag: undefined },
};
const position = {
	value: "2026-11-21T09:30:00.000Z",
	id: "tkt_01h2xcejqtf2nbrexx3vqjhp41",
};

const refused = expect.objectContaining({
	type: "invalid_request",
	code: "invalid_cursor",
	param: "cursor",
});

it("reads back every position it writes", () => {
	fc.assert(
		fc.property(fc.option(fc.string()), fc.string(), (value, id) => {
			const cursor = encodeCursor(SECRET, scope, { value, id });
			expect(decodeCursor(SECRET, scope, cursor)).toEqual({ value, id });
		}),
	);
});

it("reads back what the list remembers besides", () => {
	const remembering = { ...position, memory: "820:830:821" };
	const cursor = encodeCursor(SECRET, scope, remembering);
	expect(decodeCursor(SECRET, scope, cursor)).toEqual(remembering);
});

it("ignores the order of the filters and absent ones", () => {
	const cursor = encodeCursor(SECRET, scope, position);
	const same = { ...scope, filters: { priority: undefined, status: "open" } };
	expect(decodeCursor(SECRET, same, cursor)).toEqual(position);
});

it.each<[string, CursorScope]>([
	["list", { ...scope, list: "articles" }],
	["workspace", { ...scope, workspaceId: "wsp_2" }],
	["sort", { ...scope, sort: "created_at:asc" }],
	["filter", { ...scope, filters: { status: "pending" } }],
])("refuses a cursor of another %s", (_what, other) => {
	const cursor = encodeCursor(SECRET, scope, position);
	expect(() => decodeCursor(SECRET, other, cursor)).toThrow(refused);
});

it("refuses a cursor in which one bit was flipped", () => {
	const cursor = encodeCursor(SECRET, scope, position);
	const bytes = Buffer.from(cursor, "base64url");
	for (let bit = 0; bit < bytes.length * 8; bit += 1) {
		const changed = Buffer.from(bytes);
		changed[bit >> 3]! ^= 1 << (bit & 7);
		expect(() =>
			decodeCursor(SECRET, scope, changed.toString("base64url")),
		).toThrow(refused);
	}
});

it("rejects any other text with invalid_cursor", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			expect(() => decodeCursor(SECRET, scope, text)).toThrow(refused);
		}),
	);
	expect(() => decodeCursor(SECRET, scope, "A".repeat(10_000))).toThrow(
		refused,
	);
});
