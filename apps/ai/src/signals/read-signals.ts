import type { WordPiece } from "../encoder/word-piece.ts";
import { weigh } from "../learn/classifier.ts";
import { judge, probability } from "../learn/confidence.ts";
import { wordsOf } from "../learn/ngrams.ts";
import { readCues } from "./cues/cues.ts";
import { lexiconOf } from "./cues/lexicon.ts";
import { weighForeign } from "./foreign.ts";
import { languageOfTicket } from "./language.ts";
import { readSentiment } from "./sentiment.ts";
import { guess, type SignalModel } from "./signal-model.ts";
import {
	OTHER_INTENT,
	type Task,
	UNKNOWN_SENTIMENT,
	USUAL_URGENCY,
} from "./task.ts";
import { readUrgency } from "./urgency.ts";

/** The signals of a ticket. */
export interface TicketSignals {
	readonly intent: string;
	readonly urgency: string;
	readonly sentiment: string;
	/** The probability, 0 to 100, that the intent is right. */
	readonly confidence: number;
}

/** The models that texts of all languages are read with. */
export interface SignalModels {
	/** Of English texts. */
	readonly english: SignalModel;
	/** Of the words of other languages, see foreign.ts. */
	readonly foreign: SignalModel;
	/** Whether the encoder of the English model reads other languages, too. */
	readonly isMultilingual: boolean;
}

/** The highest confidence of a text that is unlike all examples. */
const STRANGE_CONFIDENCE_MAX = 0.2;
/** The confidence of texts that cannot be judged: the right intent may well be another. */
const ILLEGIBLE_CONFIDENCE = 5;
/** The highest confidence in a language of which little is known: its seeds are few, and no public tickets calibrate it. */
const FOREIGN_CONFIDENCE_MAX = 0.6;

/** Reads the signals of a text; `embedding` comes from the English model's own encoder. */
export function readSignals(
	models: SignalModels,
	wordPiece: WordPiece,
	text: string,
	embedding: Float32Array,
): TicketSignals {
	const language = languageOfTicket(text, wordPiece);
	const lexicon = language === undefined ? undefined : lexiconOf(language);
	if (!lexicon)
		return {
			intent: OTHER_INTENT,
			urgency: USUAL_URGENCY,
			sentiment: UNKNOWN_SENTIMENT,
			confidence: ILLEGIBLE_CONFIDENCE,
		};
	const isEnglish = language === "en";
	const { english, foreign, isMultilingual } = models;
	const evidenceOf = (task: Task) => {
		const { classifier } = english.tasks[task];
		if (isEnglish) return weigh(classifier, text, embedding);
		const near = isMultilingual ? classifier : undefined;
		return weighForeign(foreign.tasks[task].classifier, near, text, embedding);
	};
	const { encoder } = isEnglish ? english : foreign;
	const cues = readCues(text, lexicon);
	const { intent, sure } = isEnglish
		? englishIntent(english, text, embedding)
		: foreignIntent(foreign, evidenceOf("intent"), text);
	return {
		intent,
		urgency: readUrgency(encoder, evidenceOf("urgency"), cues),
		sentiment: readSentiment(encoder, evidenceOf("sentiment"), cues),
		confidence: Math.round(sure * 1000) / 10,
	};
}

function englishIntent(
	model: SignalModel,
	text: string,
	embedding: Float32Array,
) {
	const { label, confidence, isStrange } = guess(
		model.tasks.intent,
		text,
		embedding,
	);
	return isStrange
		? {
				intent: OTHER_INTENT,
				sure: Math.min(confidence, STRANGE_CONFIDENCE_MAX),
			}
		: { intent: label, sure: confidence };
}

function foreignIntent(
	{ tasks: { intent } }: SignalModel,
	evidence: ReturnType<typeof weigh>,
	text: string,
) {
	const verdict = judge(evidence, wordsOf(text).length);
	const confidence = probability(verdict, intent.calibration);
	return {
		intent: intent.classifier.labels[verdict.best]!,
		sure: Math.min(confidence, FOREIGN_CONFIDENCE_MAX),
	};
}
