import { expect, it } from "vitest";
import { requireWritable, separateTags } from "./merge.ts";
import type { Ticket } from "./ticket.ts";

const merge = (
	sourceId: string,
	tags: readonly string[],
	added: readonly string[],
) => ({ sourceId, tags, added });

it.each([
	{
		name: "takes the tags away that came with the merge",
		target: ["own", "came"],
		undone: merge("tkt_1", ["came"], ["came"]),
		others: [],
		tags: ["own"],
		remaining: [],
	},
	{
		name: "keeps tags that the target had itself",
		target: ["both"],
		undone: merge("tkt_1", ["both"], []),
		others: [],
		tags: ["both"],
		remaining: [],
	},
	{
		name: "leaves a tag that another merged ticket has, which is the reason for it from now on",
		target: ["came", "other"],
		undone: merge("tkt_1", ["came"], ["came"]),
		others: [merge("tkt_2", ["came", "other"], ["other"])],
		tags: ["came", "other"],
		remaining: [merge("tkt_2", ["came", "other"], ["other", "came"])],
	},
	{
		name: "ignores a tag that was removed since",
		target: ["own"],
		undone: merge("tkt_1", ["came"], ["came"]),
		others: [merge("tkt_2", ["came"], [])],
		tags: ["own"],
		remaining: [],
	},
])("$name", ({ target, undone, others, tags, remaining }) => {
	expect(separateTags(target, undone, others)).toEqual({ tags, remaining });
});

it("lets nothing be written to a ticket that is merged or not there", () => {
	const ticket = { id: "tkt_1", mergedInto: null } as Ticket;
	expect(requireWritable(ticket)).toBe(ticket);
	expect(() => requireWritable(undefined)).toThrow("no such ticket");
	expect(() => requireWritable({ ...ticket, mergedInto: "tkt_2" })).toThrow(
		expect.objectContaining({
			code: "ticket_merged",
			ids: { merged_into: "tkt_2" },
		}),
	);
});
