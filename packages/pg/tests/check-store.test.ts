import { afterAll, beforeAll, expect, it } from "vitest";
import { checkStore, type Samples } from "../src/statement/check-store.ts";
import { createSample, type Sample } from "./sample.ts";

const STORE = new URL("store/", import.meta.url);
const SAMPLES = {
	"notes.ts": {
		listNotes: [["wsp_a"]],
		findNote: [["wsp_a", "1"]],
		addNote: [["wsp_a", "1"]],
	} satisfies Samples<typeof import("./store/notes.ts")>,
	"drifted.ts": {
		selectRenamed: [["wsp_a"]],
		selectUnread: [["wsp_a"]],
		selectOther: [["wsp_a"]],
		selectNullable: [["wsp_a"]],
		selectUnindexed: [["wsp_a"]],
	} satisfies Samples<typeof import("./store/drifted.ts")>,
};

let sample: Sample;

beforeAll(async () => {
	sample = await createSample();
});
afterAll(() => sample.drop());

it("reports every difference between a statement and its row type, and nothing else", async () => {
	expect(await checkStore(sample.url, "sample", STORE, SAMPLES)).toEqual([
		"renamed: name is not returned",
		"renamed: id is not in the row type",
		"unread: body is not in the row type",
		"other: id is text, not int2 or int4 or int8",
		"nullable: parent_id may be null",
		"unindexed: a join on coalesce() uses no index behind row-level security",
	]);
});

it("reports a file of the store without samples", async () => {
	const { "notes.ts": _, ...others } = SAMPLES;
	const found = await checkStore(sample.url, "sample", STORE, others);
	expect(found).toContain("notes.ts: no samples");
});

it("does not compile for a statement without samples", () => {
	const incomplete = {
		listNotes: [["wsp_a"]],
		addNote: [["wsp_a", "1"]],
	} as const;
	// @ts-expect-error findNote has none.
	const samples: Samples<typeof import("./store/notes.ts")> = incomplete;
	expect(samples).toBe(incomplete);
});
