import { expect, it } from "vitest";
import { directionOf } from "../domain/gaps/centred.ts";
import { KnownWordings } from "../domain/gaps/known-wordings.ts";
import { createWordingMemory } from "./wording-memory.ts";

const remembered = () => {
	const direction = directionOf(new Int8Array(256).fill(1));
	const wording = { gapId: "g1", key: "a key", encoder: "test", direction };
	const wordings = new KnownWordings([wording]);
	return { wordings, version: "1", lastId: 1, newCount: 0 };
};

it("forgets the workspaces kept longest ago when there is no more room", () => {
	const { bytes } = remembered().wordings;
	expect(bytes).toBeGreaterThan(1_024);
	const memory = createWordingMemory(2 * bytes);
	for (const workspaceId of ["a", "b", "c"])
		memory.keep(workspaceId, remembered());
	expect(memory.knows("a", "a key")).toBeUndefined();
	expect(memory.knows("b", "a key")).toBe(true);
	expect(memory.knows("c", "another key")).toBe(false);
});

it("knows nothing of what is taken until it is kept again", () => {
	const memory = createWordingMemory();
	memory.keep("a", remembered());
	const taken = memory.take("a");
	expect(memory.knows("a", "a key")).toBeUndefined();
	memory.keep("a", taken!);
	expect(memory.knows("a", "a key")).toBe(true);
});
