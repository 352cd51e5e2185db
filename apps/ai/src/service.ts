import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	createProcessMetrics,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";
import type { AiApi } from "@supportdesk/rpc/service-api.ts";
import type { Config } from "./config.ts";
import { extractiveWriter } from "./drafts/extractive-writer.ts";
import { llmWriter } from "./drafts/llm-writer.ts";
import type { Encoder } from "./encoder/encoder.ts";
import { type Encoders, openEncoders } from "./encoder/encoders.ts";
import { openWordPiece } from "./encoder/vocabulary.ts";
import { createMetrics } from "./metrics.ts";
import { classify } from "./rpc/classify.ts";
import { embed } from "./rpc/embed.ts";
import { loadModel } from "./rpc/load-model.ts";
import { train } from "./rpc/train.ts";
import { writeDraft } from "./rpc/write-draft.ts";
import { warmCues } from "./signals/cues/cues.ts";
import { WORDS } from "./signals/foreign.ts";
import { openGeneralModels } from "./signals/general-models.ts";
import { createModelStore } from "./signals/model-store.ts";
import type { SignalModel } from "./signals/signal-model.ts";
import { openTrainer } from "./signals/trainer.ts";
import { createTrainings } from "./signals/trainings.ts";

export interface Service {
	readonly handlers: AiApi;
	/** The metrics for Prometheus. */
	readonly metrics: ProcessMetrics;
	/** Resolves when the static encoder and its model are ready; MiniLM follows by itself. */
	start(): Promise<void>;
	isReady(): Promise<boolean>;
	/** Ends the threads. */
	stop(): Promise<void>;
}

export interface Overrides {
	/** Of the process, where it holds more than this service. */
	readonly metrics?: ProcessMetrics;
}

/** The AI service: its parts and their connections. It keeps only state that can be computed or sent again. */
export function createService(
	config: Config,
	log: Logger,
	overrides: Overrides = {},
): Service {
	const processMetrics = overrides.metrics ?? createProcessMetrics();
	const metrics = createMetrics(processMetrics);
	const trainer = openTrainer();
	const models = createModelStore();
	const findGeneral = openGeneralModels(trainer.train);
	const general = new Map<string, SignalModel>();
	const prepare = async (encoder: Encoder) => {
		// One that reads more languages learns the same from our English seeds.
		if (!general.has(encoder.name))
			general.set(encoder.name, await findGeneral(encoder));
	};
	const encoders: Encoders = openEncoders(config.encoder, log, prepare);
	metrics.watchEncoder(() => encoders.best().name);
	const extractive = extractiveWriter(encoders.instant);
	const write = config.llm
		? llmWriter(config.llm, encoders.instant, extractive, metrics, log)
		: extractive;
	return {
		metrics: processMetrics,
		handlers: processMetrics.observeHandlers("ai", {
			classify: classify({
				encoders,
				wordPiece: openWordPiece(),
				models,
				metrics,
				generalModel: (encoder) => general.get(encoder),
			}),
			embed: embed({ encoders, metrics }),
			writeDraft: writeDraft({ write, metrics }),
			train: train({
				encoders,
				train: trainer.train,
				trainings: createTrainings(),
				log,
			}),
			loadModel: loadModel({ models }),
		}),
		async start() {
			await prepare(encoders.instant);
			await prepare(WORDS);
			warmCues();
		},
		isReady: async () =>
			general.has(encoders.instant.name) && general.has(WORDS.name),
		async stop() {
			await encoders.close();
			await trainer.close();
		},
	};
}
