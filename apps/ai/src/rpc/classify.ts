import type {
	ClassifyRequest,
	ClassifyResponse,
	Signals,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { remembered } from "@supportdesk/text/remembered.ts";
import type { Encoder } from "../encoder/encoder.ts";
import type { Encoders } from "../encoder/encoders.ts";
import type { WordPiece } from "../encoder/word-piece.ts";
import type { Metrics } from "../metrics.ts";
import { WORDS } from "../signals/foreign.ts";
import type { ModelStore } from "../signals/model-store.ts";
import {
	readSignals,
	type SignalModels,
	type TicketSignals,
} from "../signals/read-signals.ts";
import type { SignalModel } from "../signals/signal-model.ts";
import { ticketText } from "../signals/task.ts";

export interface ClassifyDeps {
	readonly encoders: Encoders;
	readonly wordPiece: WordPiece;
	readonly models: ModelStore;
	readonly metrics: Metrics;
	/** The general model of an encoder, if it is made yet. */
	readonly generalModel: (encoder: string) => SignalModel | undefined;
}

/** A ticket is read when it is created and, where there is no better encoder, by the same one again soon after. */
const READ_MAX = 1_000;

/** Signals of tickets by the workspace's own model, or by the general one where that is not here. */
export function classify(deps: ClassifyDeps) {
	const readInstantly = instantReader(deps);
	return async (request: ClassifyRequest): Promise<ClassifyResponse> => {
		const own = request.modelId ? deps.models.find(request.modelId) : undefined;
		const { encoder, models } = choose(
			deps,
			own,
			request.effort === Effort.EFFORT_BEST,
		);
		const texts = request.texts.map(({ subject, body }) =>
			ticketText(subject, body),
		);
		const startedMs = performance.now();
		if (encoder === deps.encoders.instant) {
			const signals: Signals[] = texts.map(readInstantly(models));
			const readMs = performance.now() - startedMs;
			deps.metrics.encoded("classify", encoder.name, readMs);
			return { signals, modelMissing: request.modelId !== "" && !own };
		}
		const embeddings = await encoder.embed(texts);
		const encodeMs = performance.now() - startedMs;
		deps.metrics.encoded("classify", encoder.name, encodeMs);
		const signals: Signals[] = texts.map((text, i) =>
			readSignals(models, deps.wordPiece, text, embeddings[i]!),
		);
		return { signals, modelMissing: request.modelId !== "" && !own };
	};
}

/** Reads texts with the instant encoder, the latest ones of each model once. */
function instantReader({ encoders, wordPiece }: ClassifyDeps) {
	const readers = new WeakMap<SignalModel, (text: string) => TicketSignals>();
	return (models: SignalModels) => {
		const reader =
			readers.get(models.english) ??
			remembered(READ_MAX, (text) =>
				readSignals(models, wordPiece, text, encoders.instant.embedNow(text)),
			);
		readers.set(models.english, reader);
		return (text: string) => reader(text);
	};
}

/** The best encoder that the effort allows and that the model has been trained with. */
function choose(
	{ encoders, generalModel }: ClassifyDeps,
	own: readonly SignalModel[] | undefined,
	isBest: boolean,
): { encoder: Encoder; models: SignalModels } {
	const modelOf = (name: string) =>
		own?.find((one) => one.encoder === name) ?? generalModel(name);
	const candidates = isBest
		? [encoders.best(), encoders.instant]
		: [encoders.instant];
	for (const encoder of candidates) {
		const english = own
			? own.find((one) => one.encoder === encoder.name)
			: generalModel(encoder.name);
		const foreign = modelOf(WORDS.name);
		const isMultilingual = encoder.version !== undefined;
		if (english && foreign)
			return { encoder, models: { english, foreign, isMultilingual } };
	}
	throw new Error("there is no model for the static encoder");
}
