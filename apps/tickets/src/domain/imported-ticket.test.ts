import { describe, expect, it, test } from "vitest";
import { checkHistory, courseOf, inOrder } from "./imported-ticket.ts";

const NOW = new Date("2026-11-22T12:00:00.000Z");
const at = (day: number) => `2019-03-0${day}T00:00:00.000Z`;
const message = (type: string, day: number) => ({ type, createdAt: at(day) });
const history = (fields: object) => ({
	status: "open",
	createdAt: at(1),
	messages: [message("inbound", 1)],
	...fields,
});

describe("courseOf", () => {
	test.each<[string, object, object]>([
		["a question", {}, { waitingSince: at(1), resolvedAt: null }],
		[
			"a question that was answered",
			{ messages: [message("inbound", 1), message("outbound", 2)] },
			{ waitingSince: null, lastMessageAt: at(2) },
		],
		[
			"several questions after the answer, in another order",
			{
				messages: [
					message("inbound", 5),
					message("inbound", 4),
					message("note", 6),
					message("outbound", 2),
				],
			},
			{ waitingSince: at(4), lastMessageAt: at(6) },
		],
		[
			"a resolved ticket",
			{ status: "resolved", messages: [message("inbound", 3)] },
			{ waitingSince: null, resolvedAt: at(3) },
		],
		[
			"an archived ticket with its own time",
			{ status: "archived", resolvedAt: at(7) },
			{ waitingSince: null, resolvedAt: at(7) },
		],
		[
			"a ticket that was created after its messages",
			{ status: "resolved", createdAt: at(8) },
			{ resolvedAt: at(8) },
		],
	])("reads %s", (_, fields, course) => {
		expect(courseOf(history(fields))).toMatchObject(course);
	});
});

it("keeps messages of one time in the order given", () => {
	const given = [message("note", 2), message("inbound", 1), message("note", 1)];
	expect(inOrder(given)).toEqual([given[1], given[2], given[0]]);
});

it("takes a time of a fast clock, and no later one", () => {
	const ahead = (ms: number) => new Date(NOW.getTime() + ms).toISOString();
	const check = (createdAt: string) =>
		checkHistory(history({ createdAt }), NOW);
	expect(() => check(ahead(60_000))).not.toThrow();
	expect(() => check(ahead(60_001))).toThrow("must not be in the future");
});
