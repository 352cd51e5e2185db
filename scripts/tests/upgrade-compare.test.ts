import { expect, it } from "vitest";
import { compare, expected } from "../upgrade/compare.ts";

const message = { id: "msg_1", body: "Hello", attachments: [{ size: 1 }] };

it("finds no difference when an upgrade changed nothing", () =>
	expect(compare({ messages: [message] }, { messages: [message] }, "")).toEqual(
		[],
	));

it.each([
	[{ ...message, body: "hello" }, '.body was "Hello", and is "hello"'],
	[{ ...message, body: undefined }, '.body was "Hello", and is undefined'],
	[{ id: "msg_1", body: "Hello" }, ".attachments is missing"],
	[{ ...message, attachments: [] }, ".attachments had 1 entries, and has 0"],
	[
		{ ...message, attachments: [{ size: 2 }] },
		".attachments[0].size was 1, and is 2",
	],
	[
		{ ...message, colour: "red" },
		".colour is new: declare it in ADDITIONS of scripts/upgrade/compare.ts",
	],
])("finds what an upgrade changed: %j", (after, difference) =>
	expect(compare(message, after, "")).toEqual([difference]),
);

it("accepts a field that a later version has added on purpose", () =>
	expect(
		compare(
			{ messages: [message] },
			{ messages: [{ ...message, attempts: 1, error: null }] },
			"",
		),
	).toEqual([]));

it("expects the draft of a resolved ticket to be retracted, and every other one to be unchanged", () => {
	const ticket = (id: string) => ({ id, ai: { draft_ready: true } });
	const draft = (ticketId: string) => ({
		conversation_id: ticketId,
		status: "ready",
		stale: false,
	});
	const shown = [
		ticket("tkt_1"),
		ticket("tkt_2"),
		draft("tkt_1"),
		draft("tkt_2"),
	];
	expect(expected(shown, (id) => id === "tkt_1")).toEqual([
		{ id: "tkt_1", ai: { draft_ready: false } },
		ticket("tkt_2"),
		{ conversation_id: "tkt_1", status: "superseded", stale: true },
		draft("tkt_2"),
	]);
});
