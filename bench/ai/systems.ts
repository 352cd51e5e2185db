import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { findModel } from "@supportdesk/ai/encoder/ensure-model.ts";
import { openMiniLm } from "@supportdesk/ai/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import type { LabelledText } from "@supportdesk/ai/learn/classifier.ts";
import {
	type Calibration,
	CONFIDENCE_FEATURES,
} from "@supportdesk/ai/learn/confidence.ts";
import { calibrationBefore } from "@supportdesk/ai/signals/calibration.ts";

/** One way of seeing texts that is measured. */
export interface System {
	readonly name: string;
	/** What it sees beside words and characters. */
	readonly encoder: Encoder;
	close(): Promise<void>;
}

/** Words and characters alone: what TF-IDF and a linear SVM make of the texts. */
const NO_ENCODER: Encoder = {
	name: "none",
	dimensions: 0,
	embed: async (texts) => texts.map(() => new Float32Array(0)),
};

/** The baseline, the static table, and MiniLM when it is in the folder. */
export async function openSystems(modelsDir: string): Promise<System[]> {
	const nothing = async () => {};
	const systems: System[] = [
		{ name: "TF-IDF + SVM", encoder: NO_ENCODER, close: nothing },
		{ name: "static", encoder: openStaticEncoder(), close: nothing },
	];
	const modelFile = await findModel(modelsDir);
	if (modelFile) {
		const miniLm = await openMiniLm({
			modelFile,
			threads: 1,
			queueMax: Number.POSITIVE_INFINITY,
		});
		systems.push({
			name: "MiniLM",
			encoder: remembering(miniLm),
			close: () => miniLm.close(),
		});
	} else console.error(`MiniLM is not in ${modelsDir}; npm run ai:model`);
	return systems;
}

/** What a system's confidence starts from; the baseline has no calibration of its own, but its lead. */
export function calibrationStart(encoder: Encoder): Calibration {
	return encoder.dimensions === 0
		? CONFIDENCE_FEATURES.map((_, i) => (i === 1 ? 1 : 0))
		: calibrationBefore(encoder.name, "intent");
}

/** The texts with what the encoder makes of them. */
export async function understand(
	encoder: Encoder,
	rows: readonly { text: string; label: string }[],
): Promise<LabelledText[]> {
	const meanings = await encoder.embed(rows.map(({ text }) => text));
	return rows.map(({ text, label }, i) => ({
		text,
		label,
		meaning: meanings[i]!,
	}));
}

/** Sets share texts, and each is read several times in a run. */
function remembering(encoder: Encoder): Encoder {
	const known = new Map<string, Float32Array>();
	return {
		...encoder,
		async embed(texts) {
			const missing = [...new Set(texts)].filter((text) => !known.has(text));
			const vectors = await encoder.embed(missing);
			missing.forEach((text, i) => {
				known.set(text, vectors[i]!);
			});
			return texts.map((text) => known.get(text)!);
		},
	};
}
