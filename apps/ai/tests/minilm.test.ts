import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readsAsEnglish } from "@supportdesk/text/language-of.ts";
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	onTestFinished,
	test,
} from "vitest";
import { cosine } from "../src/encoder/encoder.ts";
import { findModel } from "../src/encoder/ensure-model.ts";
import { meanState } from "../src/encoder/mean-state.ts";
import {
	type MiniLmEncoder,
	openMiniLm,
} from "../src/encoder/minilm-encoder.ts";
import { openWordPiece } from "../src/encoder/vocabulary.ts";
import { CLS, SEP } from "../src/encoder/word-piece.ts";
import { SEED_TEXTS, withSeedVectors } from "../src/signals/seed-vectors.ts";

const TEXTS = [
	"where is my order",
	"Refund",
	"I was charged twice for invoice 2024-118 and want one of the payments back.",
	"The app closes by itself as soon as I open the settings. ".repeat(12),
];

const folder = fileURLToPath(
	new URL("../../../.cache/models", import.meta.url),
);
const modelFile = await findModel(folder);
if (!modelFile)
	console.warn(
		`MiniLM is not in ${folder} (npm run ai:model): its tests are skipped`,
	);

describe.skipIf(!modelFile)(
	"MiniLM (needs its files: npm run ai:model)",
	() => {
		let encoder: MiniLmEncoder;
		beforeAll(async () => {
			encoder = await openMiniLm({
				modelFile: modelFile ?? "",
				threads: 1,
				queueMax: 8,
			});
		});
		afterAll(() => encoder?.close());

		test("puts paraphrases closer together than other texts", async () => {
			const [order, parcel, password] = await encoder.embed([
				"where is my order",
				"my parcel has not arrived yet",
				"I forgot my password",
			]);
			expect(cosine(order!, parcel!)).toBeGreaterThan(
				cosine(order!, password!) + 0.15,
			);
			expect(cosine(order!, order!)).toBeCloseTo(1, 4);
		});

		test("gives nearly the vectors of the file's own graph, which multiplies in floats", async () => {
			// Not before the encoder's module is loaded, which keeps it from sending telemetry.
			const { InferenceSession, Tensor } = await import("onnxruntime-node");
			const session = await InferenceSession.create(modelFile ?? "", {
				intraOpNumThreads: 1,
			});
			onTestFinished(() => session.release());
			const wordPiece = openWordPiece();
			for (const text of TEXTS) {
				const ids = [CLS, ...wordPiece.pieces(text, 126), SEP];
				const input = (numberFor: (id: number) => number) =>
					new Tensor(
						"int64",
						BigInt64Array.from(ids, (id) => BigInt(numberFor(id))),
						[1, ids.length],
					);
				const { last_hidden_state: states } = await session.run({
					input_ids: input((id) => id),
					attention_mask: input(() => 1),
					token_type_ids: input(() => 0),
				});
				const floats = meanState(states!.data as Float32Array, ids.length);
				const [own] = await encoder.embed([text]);
				expect(cosine(own!, floats)).toBeGreaterThan(0.995);
			}
		});

		test("gives a text the same vector next to any other texts", async () => {
			const [alone] = await encoder.embed(["refund please"]);
			const [beside] = await encoder.embed(["refund please", "x ".repeat(99)]);
			expect(beside).toEqual(alone);
		});

		test("gives seeds the vectors that their table holds", async () => {
			const [seed] = SEED_TEXTS.filter(readsAsEnglish);
			const [[own], [stored]] = await Promise.all([
				encoder.embed([seed!]),
				withSeedVectors(encoder).embed([seed!]),
			]);
			expect(stored).not.toEqual(own);
			// Another kind of processor gives slightly other vectors.
			expect(cosine(own!, stored!)).toBeGreaterThan(0.99);
		});

		test("rejects texts beyond its queue, and encodes again afterwards", async () => {
			await expect(
				encoder.embed(Array.from({ length: 9 }, (_, i) => `text ${i}`)),
			).rejects.toMatchObject({ code: "service_unavailable" });
			await expect(encoder.embed(["text"])).resolves.toHaveLength(1);
		});

		test("leaves no thread behind when it is closed while one is being replaced", async () => {
			const owner = spawn(
				process.execPath,
				[join(import.meta.dirname, "closing-process.ts"), modelFile ?? ""],
				{ stdio: "inherit" },
			);
			onTestFinished(() => void owner.kill("SIGKILL"));
			const [code] = await once(owner, "exit");
			expect(code).toBe(0);
		});

		test("lets the process end while a model is opened or used", async () => {
			const moments = ["150", "250", "350", "450", "550", "700", ""];
			const codes = moments.map(async (afterMs) => {
				const ending = spawn(
					process.execPath,
					[
						join(import.meta.dirname, "exiting-process.ts"),
						modelFile ?? "",
						afterMs,
					],
					{ stdio: "inherit" },
				);
				onTestFinished(() => void ending.kill("SIGKILL"));
				const [code] = await once(ending, "exit");
				return code as number;
			});
			expect(await Promise.all(codes)).toEqual(moments.map(() => 3));
		});

		test("refuses everything once it is closed", async () => {
			const short = await openMiniLm({
				modelFile: modelFile ?? "",
				threads: 1,
				queueMax: 8,
			});
			const pending = short.embed(["one", "two", "three"]);
			const refused = expect(pending).rejects.toMatchObject({
				code: "service_unavailable",
			});
			await short.close();
			await refused;
			await expect(short.embed(["four"])).rejects.toMatchObject({
				code: "service_unavailable",
			});
		});
	},
);
