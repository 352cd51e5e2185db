import type { WordPiece } from "../encoder/word-piece.ts";
import { legibility } from "./legibility.ts";
import { readSentiment } from "./sentiment.ts";
import { guess, type SignalModel } from "./signal-model.ts";
import { OTHER_INTENT, UNKNOWN_SENTIMENT, USUAL_URGENCY } from "./task.ts";
import { readUrgency } from "./urgency.ts";

/** The signals of a ticket. */
export interface TicketSignals {
	readonly intent: string;
	readonly urgency: string;
	readonly sentiment: string;
	/** The probability, 0 to 100, that the intent is right. */
	readonly confidence: number;
}

/** The highest confidence of a text that is unlike all examples. */
const STRANGE_CONFIDENCE_MAX = 0.2;
/** The confidence of texts that cannot be judged: the right intent may well be another. */
const ILLEGIBLE_CONFIDENCE = 5;

/** Reads the signals of a text; `embedding` comes from the model's own encoder. */
export function readSignals(
	model: SignalModel,
	wordPiece: WordPiece,
	text: string,
	embedding: Float32Array,
): TicketSignals {
	if (legibility(text, wordPiece) !== "english")
		return {
			intent: OTHER_INTENT,
			urgency: USUAL_URGENCY,
			sentiment: UNKNOWN_SENTIMENT,
			confidence: ILLEGIBLE_CONFIDENCE,
		};
	const { label, confidence, isStrange } = guess(
		model.tasks.intent,
		text,
		embedding,
	);
	const sure = isStrange
		? Math.min(confidence, STRANGE_CONFIDENCE_MAX)
		: confidence;
	return {
		intent: isStrange ? OTHER_INTENT : label,
		urgency: readUrgency(model.tasks.urgency.classifier, text, embedding),
		sentiment: readSentiment(model.tasks.sentiment.classifier, text, embedding),
		confidence: Math.round(sure * 1000) / 10,
	};
}
