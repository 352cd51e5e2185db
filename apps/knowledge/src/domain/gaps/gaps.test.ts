import { expect, it } from "vitest";
import { directionOf } from "./centred.ts";
import { type KnownPhrasing, KnownPhrasings } from "./known-phrasings.ts";
import { keptQuestion, phrasingKey } from "./phrasing.ts";
import { planRecluster } from "./plan-recluster.ts";
import { mostTypical, recluster } from "./recluster.ts";

const around = (angle: number) =>
	directionOf(Int8Array.from([Math.cos(angle) * 100, Math.sin(angle) * 100]));
const clustered = (angle: number) => ({ direction: around(angle), text: "" });
const yieldTurn = async () => {};
const known = (gapId: string, question: string): KnownPhrasing => ({
	gapId,
	key: phrasingKey(question),
	encoder: undefined,
	direction: undefined,
});

it("recognises a phrasing in any case, accents and punctuation", () => {
	expect(phrasingKey("Où est mon CAFÉ ?")).toBe(
		phrasingKey("ou est, mon cafe"),
	);
	expect(phrasingKey("???")).toBe("???");
});

it("keeps the beginning of a long question, never half a character", () => {
	const kept = keptQuestion("😀".repeat(1_001));
	expect([...kept]).toHaveLength(1_000);
	expect(kept.isWellFormed()).toBe(true);
});

it.each([
	[
		"Broken\n<p>The **AX-2** is &amp; was <b>off</b></p>",
		"Broken\n\nThe AX-2 is & was off",
	],
	["<script>alert(1)</script>", "script alert 1 script"],
	["***", "***"],
	["  how to\nreset ", "how to\nreset"],
])("keeps the question %j as plain text", (question, kept) => {
	expect(keptQuestion(question)).toBe(kept);
});

it("joins by shared words where the embedding is unknown", () => {
	const questions = new KnownPhrasings([
		known("g1", "ship to Norway"),
		known("g2", "pay by card"),
	]);
	const key = (text: string) => phrasingKey(text);
	expect(questions.gapFor(key("ship to norway please"), undefined)).toBe("g1");
	expect(questions.gapFor(key("ship nothing"), undefined)).toBeUndefined();
});

it("joins by shared pairs of characters where words are not spaced", () => {
	const questions = new KnownPhrasings([
		known("g1", "ノルウェーへの配送料金"),
		known("g2", "カードで支払う方法"),
	]);
	const gapFor = (text: string) =>
		questions.gapFor(phrasingKey(text), undefined);
	expect(gapFor("ノルウェーへの配送の料金")).toBe("g1");
	expect(gapFor("カードの有効期限")).toBeUndefined();
});

it("joins by embedding, whether phrasings came together or one after the other", () => {
	const at = (angle: number, gapId: string) => ({
		gapId,
		key: `${gapId} ${angle}`,
		encoder: "test",
		direction: around(angle),
	});
	const phrasings = [at(0, "g1"), at(0.1, "g1"), at(2, "g2")];
	const together = new KnownPhrasings(phrasings);
	const oneByOne = new KnownPhrasings();
	for (const phrasing of phrasings) oneByOne.add(phrasing);
	for (const known of [together, oneByOne]) {
		const gapAt = (angle: number, encoder = "test") =>
			known.gapFor("new", { encoder, direction: around(angle) });
		expect(gapAt(0.2)).toBe("g1");
		expect(gapAt(2.2)).toBe("g2");
		expect(gapAt(4)).toBeUndefined();
		expect(gapAt(2.2, "another encoder")).toBeUndefined();
	}
});

it("groups what is alike and leaves the rest alone", async () => {
	const angles = [0, 0.1, 0.2, 2, 2.1, 4];
	const groups = await recluster(angles.map(clustered), yieldTurn);
	expect(groups[1]).toBe(groups[0]);
	expect(groups[2]).toBe(groups[0]);
	expect(groups[4]).toBe(groups[3]);
	expect(new Set(groups).size).toBe(3);
	expect(await recluster([], yieldTurn)).toEqual([]);
	expect(mostTypical([0, 0.1, 0.2].map(around))).toBe(1);
});

it("groups by shared words what the embeddings leave open", async () => {
	const texts = ["send the pump back", "pump back to you", "change my name"];
	const questions = texts.map((text, i) => ({
		direction: around([0.8, 1.6, 2.4][i]!),
		text,
	}));
	const [first, second, third] = await recluster(questions, yieldTurn);
	expect(second).toBe(first);
	expect(third).not.toBe(first);
});

it("ends with a thousand equal questions", async () => {
	const equal = Array.from({ length: 1_000 }, () => clustered(1));
	const groups = await recluster(equal, yieldTurn);
	expect(new Set(groups).size).toBe(1);
});

it("continues a gap as the group that most of its searches went to", () => {
	const questions = [
		{ id: 1, gapId: "a", frequency: 5 },
		{ id: 2, gapId: "a", frequency: 1 },
		{ id: 3, gapId: "b", frequency: 2 },
		{ id: 4, gapId: "b", frequency: 1 },
	];
	const plan = planRecluster(questions, [0, 1, 0, 2]);
	const ids = plan.map(({ gapId, questions: own }) => [
		gapId,
		own.map(({ id }) => id),
	]);
	expect(ids).toEqual([
		["a", [1, 3]],
		[undefined, [2]],
		["b", [4]],
	]);
});
