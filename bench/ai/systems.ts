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
import { tellProgress } from "../progress.ts";
import { keepingVectors } from "./vector-file.ts";

/** One way of seeing texts that is measured. */
export interface System {
	readonly name: string;
	/** What it sees beside words and characters; it may remember what it has seen. */
	readonly encoder: Encoder;
	/** The same without a memory, to be timed. */
	readonly timed: Encoder;
	close(): Promise<void>;
}

export interface SystemOptions {
	/** Where MiniLM's file may be. */
	readonly models: string;
	/** Where its vectors are kept from run to run: sets share texts, and it reads some 150 a second. */
	readonly vectors: string;
}

/** Words and characters alone: what TF-IDF and a linear SVM make of the texts. */
const NO_ENCODER: Encoder = {
	name: "none",
	dimensions: 0,
	embed: async (texts) => texts.map(() => new Float32Array(0)),
};

/** The baseline, the static table, and MiniLM when it is in the folder. */
export async function openSystems(options: SystemOptions): Promise<System[]> {
	const systems = [
		withoutMemory("TF-IDF + SVM", NO_ENCODER),
		withoutMemory("static", openStaticEncoder()),
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
	const onProgress = tellProgress("MiniLM reads");
	return [
		...systems,
		{
			name: "MiniLM",
			encoder: keepingVectors(miniLm, file, onProgress),
			timed: miniLm,
			close: () => miniLm.close(),
		},
	];
}

function withoutMemory(name: string, encoder: Encoder): System {
	return { name, encoder, timed: encoder, close: async () => {} };
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
