import { newId } from "@supportdesk/ids/ids.ts";
import { describe, expect, it, test } from "vitest";
import {
	automaticallyAnswered,
	ownMessageId,
	personOf,
	shownSubject,
	ticketOfSubject,
	withCopies,
} from "./incoming-mail.ts";

const MESSAGE = newId("msg", 1);
const TICKET = newId("tkt", 1);

test.each([
	["Hello", "Hello"],
	["  a\r\nb\u202e ", "a  b"],
	["", "(no subject)"],
	["\u0007", "(no subject)"],
	["🙂".repeat(300), "🙂".repeat(255)],
])("the subject %j becomes %j", (given, expected) => {
	expect(shownSubject(given)).toBe(expected);
});

test.each([
	[`<${MESSAGE}@desk.example>`, MESSAGE],
	[`<${MESSAGE}x@desk.example>`, undefined],
	["<abc@mail.example>", undefined],
])("of the Message-ID %s, %s is ours", (given, expected) => {
	expect(ownMessageId(given)).toBe(expected);
});

test.each([
	[`<auto-${MESSAGE}@desk.example>`, MESSAGE],
	[`<${MESSAGE}@desk.example>`, undefined],
	["<auto-1@mail.example>", undefined],
])("the automatic answer %s answers %s", (given, expected) => {
	expect(automaticallyAnswered(given)).toBe(expected);
});

test.each([
	[`Re: Lamp [${TICKET}]`, TICKET],
	[`RE: [${TICKET.toUpperCase()}] Lamp`, TICKET],
	[`Re: Lamp ${TICKET}`, undefined],
	["Re: [tkt_1]", undefined],
])("the subject %j names %s", (given, expected) => {
	expect(ticketOfSubject(given)).toBe(expected);
});

describe("a person", () => {
	it("has a name on one line, and an address that can be written to", () => {
		expect(personOf({ name: "A\r\nB", address: "A@B.example" })).toEqual({
			name: "A  B",
			email: { address: "A@b.example", key: "a@b.example" },
		});
		expect(personOf({ name: "A", address: "a b" })).toBeUndefined();
	});
});

test("copies become participants, each once, but for the people of the thread and the desk", () => {
	const person = (address: string) => personOf({ name: "N", address })!;
	const bo = { email: "bo@c.example", name: "Bo" };
	const others = new Set(["me@c.example", "support@desk.example"]);
	const copies = ["Bo@c.example", "me@c.example", "cy@c.example"].map(person);
	expect(withCopies([bo], copies, others)).toEqual([
		bo,
		{ email: "cy@c.example", name: "N" },
	]);
	const same = [bo];
	expect(withCopies(same, copies.slice(0, 2), others)).toBe(same);
});
