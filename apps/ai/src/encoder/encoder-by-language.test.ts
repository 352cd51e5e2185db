import { expect, test } from "vitest";
import type { Encoder } from "./encoder.ts";
import { encoderByLanguage } from "./encoder-by-language.ts";

const by = (mark: number, version?: string): Encoder => ({
	name: "space",
	dimensions: 2,
	version,
	embed: async (texts) =>
		texts.map((text) => Float32Array.of(mark, text.length)),
});

test("reads each text by the encoder of its language, in order", async () => {
	const encoder = encoderByLanguage(by(1), by(2, "v"));
	const texts = [
		"Wie kann ich mein Abo kündigen?",
		"How do I cancel?",
		"パスワードを忘れました",
		"ERR_104",
	];
	const vectors = await encoder.embed(texts);
	expect(vectors.map(([mark]) => mark)).toEqual([2, 1, 2, 1]);
	expect(vectors.map(([, length]) => length)).toEqual(
		texts.map((text) => text.length),
	);
	expect(encoder).toMatchObject({ name: "space", version: "v" });
});
