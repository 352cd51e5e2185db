import {
	type Classifier,
	EXAMPLES_KEPT_MAX,
	type LabelledText,
	trainClassifier,
	weigh,
} from "../learn/classifier.ts";
import {
	type Calibration,
	judge,
	probability,
	type Verdict,
} from "../learn/confidence.ts";
import { fitLogistic } from "../learn/logistic.ts";
import { wordsOf } from "../learn/ngrams.ts";
import type { Task } from "./task.ts";

/** A classifier that knows how sure it may be. */
export interface TaskModel {
	readonly classifier: Classifier;
	readonly calibration: Calibration;
}

/** One way of reading tickets: what was learnt for each task with the vectors of one encoder. */
export interface SignalModel {
	/** Name of the encoder whose vectors it reads. */
	readonly encoder: string;
	readonly tasks: Readonly<Record<Task, TaskModel>>;
}

export interface Guess {
	readonly label: string;
	/** The probability, 0 to 1, that the label is right. */
	readonly confidence: number;
	/** Whether the text is about something else than all that was learnt; never where no examples are kept. */
	readonly isStrange: boolean;
}

/** What a task is learnt from. */
export interface TrainingSet {
	/** Texts of our own. */
	readonly seeds: readonly LabelledText[];
	/** Texts whose labels somebody confirmed. */
	readonly confirmed: readonly LabelledText[];
	/** Length of the encoder's vectors. */
	readonly dimensions: number;
	/**
	 * The calibration to start from; it stays as it is while there is little to learn from. Empty for a task whose
	 * confidence nobody asks for.
	 */
	readonly before: Calibration;
}

/**
 * A text less familiar than this is about something else. Of 4,426 training texts of Banking77, CLINC150 and MultiDoGO it
 * takes the right label from 5 (MiniLM; static table: 13) and finds 58 (67) that are about something else. Higher, it finds
 * more and costs real questions their intent.
 */
const FAMILIAR_MIN = 0.27;

/** Parts the confirmed texts are cut into: each is judged by a model that has not seen it. */
const FOLDS = 4;
/** Of so many texts one part is enough to learn from, and training five times would take minutes. */
const ONE_FOLD_FROM = 2_000;
/** Fewer confirmed texts say less about a confidence than what public data said before. */
const CALIBRATE_FROM = 60;

/** The best label for a text. */
export function guess(
	{ classifier, calibration }: TaskModel,
	text: string,
	meaning: Float32Array,
): Guess {
	const verdict = verdictOn(classifier, text, meaning);
	return {
		label: classifier.labels[verdict.best]!,
		confidence: probability(verdict, calibration),
		isStrange:
			classifier.exampleMeanings.length > 0 &&
			verdict.familiarity < FAMILIAR_MIN,
	};
}

/** The winner for a text and what its confidence is computed from. */
export function verdictOn(
	classifier: Classifier,
	text: string,
	meaning: Float32Array,
): Verdict {
	return judge(weigh(classifier, text, meaning), wordsOf(text).length);
}

/** Learns a task from texts of our own and texts that were confirmed, and from the latter how sure it may be. */
export function trainTask(set: TrainingSet): TaskModel {
	const { seeds, confirmed, dimensions, before } = set;
	return {
		classifier: trainClassifier([...seeds, ...confirmed], dimensions),
		calibration:
			before.length === 0 || confirmed.length < CALIBRATE_FROM
				? before
				: calibrate(set),
	};
}

function calibrate(set: TrainingSet): Calibration {
	const { seeds, confirmed, dimensions, before } = set;
	const rows: (readonly number[])[] = [];
	const outcomes: boolean[] = [];
	const folds = confirmed.length < ONE_FOLD_FROM ? FOLDS : 1;
	// A part must be judged by what the whole will be judged by.
	const keeps = seeds.length + confirmed.length <= EXAMPLES_KEPT_MAX;
	for (let fold = 0; fold < folds; fold++) {
		const held = confirmed.filter((_, i) => i % FOLDS === fold);
		const others = confirmed.filter((_, i) => i % FOLDS !== fold);
		const classifier = trainClassifier(
			[...seeds, ...others],
			dimensions,
			keeps,
		);
		for (const { text, label, meaning } of held) {
			const verdict = verdictOn(classifier, text, meaning);
			rows.push(verdict.features);
			outcomes.push(classifier.labels[verdict.best] === label);
		}
	}
	return fitLogistic(rows, outcomes, before);
}
