import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAP_FILE, openE5 } from "../src/encoder/e5/e5-encoder.ts";
import { cosine, type Encoder } from "../src/encoder/encoder.ts";
import { encoderByLanguage } from "../src/encoder/encoder-by-language.ts";
import {
	findModel,
	MINILM,
	MULTILINGUAL_E5,
} from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import reference from "./e5-reference.gen.json" with { type: "json" };

const folder = fileURLToPath(
	new URL("../../../.cache/models", import.meta.url),
);
const [miniLmFile, modelFile] = [
	await findModel(folder, MINILM),
	await findModel(folder, MULTILINGUAL_E5),
];
const isThere = miniLmFile !== undefined && modelFile !== undefined;
if (!isThere)
	console.warn(
		`The multilingual encoder is not in ${folder} (npm run ai:model): its tests are skipped`,
	);

describe.skipIf(!isThere)(
	"the multilingual encoder (needs its files: npm run ai:model)",
	() => {
		const opened: { close(): Promise<void> }[] = [];
		let encoder: Encoder;
		beforeAll(async () => {
			const common = { threads: 1, queueMax: 100 };
			const english = await openMiniLm({
				modelFile: miniLmFile ?? "",
				...common,
			});
			const others = await openE5({
				modelFile: modelFile ?? "",
				mapFile: MAP_FILE,
				...common,
			});
			opened.push(english, others);
			encoder = encoderByLanguage(english, others);
		});
		afterAll(() => Promise.all(opened.map((one) => one.close())));

		test("gives the vectors of the package's own program", async () => {
			const own = await openE5({
				modelFile: modelFile ?? "",
				mapFile: undefined,
				threads: 1,
				queueMax: 100,
			});
			opened.push(own);
			const vectors = await own.embed(reference.map(({ text }) => text));
			for (const [i, { vector }] of reference.entries())
				expect(cosine(vectors[i]!, Float32Array.from(vector))).toBeGreaterThan(
					0.999,
				);
		});

		test.each([
			"Wie bekomme ich mein Geld zurück?",
			"Comment me faire rembourser ?",
			"¿Cómo puedo recuperar mi dinero?",
			"Come posso riavere i miei soldi?",
			"Como recebo o meu dinheiro de volta?",
			"Hoe krijg ik mijn geld terug?",
			"Jak odzyskać pieniądze?",
			"返金してもらうにはどうすればいいですか",
			"怎样才能退款",
		])("puts %s near the English article about it", async (question) => {
			const [own, refund, password, parcel] = await encoder.embed([
				question,
				"How to get a refund: we return the money within ten days.",
				"Reset your password from the sign-in page.",
				"Track your parcel with the number in the email.",
			]);
			const near = cosine(own!, refund!);
			expect(near).toBeGreaterThan(cosine(own!, password!) + 0.1);
			expect(near).toBeGreaterThan(cosine(own!, parcel!) + 0.1);
		});
	},
);
