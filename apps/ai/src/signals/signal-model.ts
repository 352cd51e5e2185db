import {
	type Classifier,
	EXAMPLES_KEPT_MAX,
	type LabelledText,
	trainClassifier,
	weigh,
} from "../learn/classifier.ts";
import {
	type Calibration,
	CONFIDENCE_FEATURES,
	judge,
	probability,
	type Verdict,
} from "../learn/confidence.ts";
import { fitLogistic } from "../learn/logistic.ts";
import { wordsOf } from "../learn/ngrams.ts";
import type { Task } from "./task.ts";

/** A classifier with a calibrated confidence. */
export interface TaskModel {
	readonly classifier: Classifier;
	readonly calibration: Calibration;
}

/** A model of tickets: a classifier for each task, learnt with the vectors of one encoder. */
export interface SignalModel {
	/** Name of the encoder whose vectors it reads. */
	readonly encoder: string;
	readonly tasks: Readonly<Record<Task, TaskModel>>;
}

export interface Guess {
	readonly label: string;
	/** The probability, 0 to 1, that the label is right. */
	readonly confidence: number;
	/** Whether the text is unlike all learnt examples; always false where no examples are kept. */
	readonly isStrange: boolean;
}

/** The training data of a task. */
export interface TrainingSet {
	/** Texts of our own. */
	readonly seeds: readonly LabelledText[];
	/** Texts with labels that an agent confirmed. */
	readonly confirmed: readonly LabelledText[];
	/** Length of the encoder's vectors. */
	readonly dimensions: number;
	/**
	 * The calibration to start from; it stays as it is while there is little to learn from. Empty for a task whose
	 * confidence is not used.
	 */
	readonly before: Calibration;
}

/**
 * A text with a lower familiarity than this is unlike all examples. Of 4,426 training texts of Banking77, CLINC150 and MultiDoGO it
 * takes the right label from 5 (MiniLM; static table: 13) and finds 58 (67) that are about something else. Higher, it finds
 * more and costs real questions their intent.
 */
const FAMILIAR_MIN = 0.27;

/** Parts the confirmed texts are cut into: each is judged by a model that has not seen it. */
const FOLDS = 4;
/** With more texts than this one part is enough to learn from, and training five times would take minutes. */
const ONE_FOLD_FROM = 2_000;
/** Fewer confirmed texts calibrate a confidence worse than public data did. */
const CALIBRATE_FROM = 60;

/** The best label for a text. */
export function guess(
	{ classifier, calibration }: TaskModel,
	text: string,
	embedding: Float32Array,
): Guess {
	const verdict = verdictOn(classifier, text, embedding);
	return {
		label: classifier.labels[verdict.best]!,
		confidence: probability(verdict, calibration),
		isStrange:
			classifier.exampleEmbeddings.length > 0 &&
			verdict.familiarity < FAMILIAR_MIN,
	};
}

/** The winner for a text and the features of its confidence. */
export function verdictOn(
	classifier: Classifier,
	text: string,
	embedding: Float32Array,
): Verdict {
	return judge(weigh(classifier, text, embedding), wordsOf(text).length);
}

/** Learns a task from texts of our own and texts that were confirmed, and from the latter the calibration. */
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
	// A part must be judged by the same features as the whole.
	const keeps = seeds.length + confirmed.length <= EXAMPLES_KEPT_MAX;
	for (let fold = 0; fold < folds; fold++) {
		const held = confirmed.filter((_, i) => i % FOLDS === fold);
		const others = confirmed.filter((_, i) => i % FOLDS !== fold);
		const classifier = trainClassifier(
			[...seeds, ...others],
			dimensions,
			keeps,
		);
		for (const { text, label, embedding } of held) {
			const verdict = verdictOn(classifier, text, embedding);
			rows.push(verdict.features);
			outcomes.push(classifier.labels[verdict.best] === label);
		}
	}
	const weightsBefore = before.slice(0, CONFIDENCE_FEATURES.length);
	return fitLogistic(rows, outcomes, weightsBefore);
}
