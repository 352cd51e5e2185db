import { join } from "node:path";
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
import { reportProgress } from "../progress.ts";
import { cacheVectors } from "./vector-file.ts";

/** A measured system: an encoder, or the baseline without one. */
export interface System {
	readonly name: string;
	/** Its encoder in addition to words and characters; it may cache vectors. */
	readonly encoder: Encoder;
	/** The same encoder without a cache, for timing. */
	readonly timed: Encoder;
	close(): Promise<void>;
}

export interface SystemOptions {
	/** Folder of MiniLM's file. */
	readonly models: string;
	/** Folder of the cached vectors: sets share texts, and MiniLM encodes about 150 per second. */
	readonly vectors: string;
}

/** No encoder: TF-IDF of words and characters with a linear SVM. */
const NO_ENCODER: Encoder = {
	name: "none",
	dimensions: 0,
	embed: async (texts) => texts.map(() => new Float32Array(0)),
};

/** The baseline, the static table, and MiniLM when it is in the folder. */
export async function openSystems(options: SystemOptions): Promise<System[]> {
	const systems = [
		withoutCache("TF-IDF + SVM", NO_ENCODER),
		withoutCache("static", openStaticEncoder()),
	];
	const modelFile = await findModel(options.models);
	if (!modelFile) {
		console.error(`MiniLM is not in ${options.models}; npm run ai:model`);
		return systems;
	}
	const miniLm = await openMiniLm({
		modelFile,
		threads: 1,
		queueMax: Number.POSITIVE_INFINITY,
	});
	const file = join(options.vectors, `${miniLm.name}.bin`);
	const onProgress = reportProgress("MiniLM encodes");
	return [
		...systems,
		{
			name: "MiniLM",
			encoder: cacheVectors(miniLm, file, onProgress),
			timed: miniLm,
			close: () => miniLm.close(),
		},
	];
}

function withoutCache(name: string, encoder: Encoder): System {
	return { name, encoder, timed: encoder, close: async () => {} };
}

/** The initial calibration of a system's confidence; the baseline has only its margin. */
export function calibrationStart(encoder: Encoder): Calibration {
	return encoder.dimensions === 0
		? CONFIDENCE_FEATURES.map((_, i) => (i === 1 ? 1 : 0))
		: calibrationBefore(encoder.name, "intent");
}

/** The texts with their embeddings. */
export async function embedRows(
	encoder: Encoder,
	rows: readonly { text: string; label: string; isLong?: boolean }[],
): Promise<LabelledText[]> {
	const embeddings = await encoder.embed(rows.map(({ text }) => text));
	return rows.map(({ text, label, isLong = false }, i) => ({
		text,
		label,
		isLong,
		embedding: embeddings[i]!,
	}));
}
