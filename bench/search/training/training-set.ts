import type { Question, RetrievalSet } from "../sets.ts";

/** A question for the fit, with the kind by which it is weighted. */
export interface TrainingQuestion extends Question {
	readonly kind: string;
}

export interface TrainingSet extends RetrievalSet {
	readonly questions: readonly TrainingQuestion[];
	/** How much the set counts. */
	readonly weight: number;
	/** How much all its questions without an article count, relative to those with one. */
	readonly unanswerableShare: number;
	/** How much a question counts a second time, with its articles removed. */
	readonly withoutShare: number;
	/** Sets with one source are held out together. */
	readonly source: string;
}
