import type { Cues } from "./cues.ts";
import type { Cue } from "./lexicon.ts";

/** What the words of a text say about its tone. */
export interface Tone {
	/** Words of anger, or a request that was made in vain before. */
	readonly isAngry: boolean;
	/** Praise for a failure. */
	readonly isSarcastic: boolean;
	/** Thanks or praise for what was done. */
	readonly isGrateful: boolean;
	/** None of these, nor shouting. */
	readonly isCalm: boolean;
}

const FAILURES: readonly Cue[] = [
	"failure",
	"blocked",
	"missing",
	"unanswered",
	"anger",
	"emergency",
];

/** Praise beside a failure is sarcasm, unless the failure is over: then it is thanks for the repair. */
export function toneOf({ sentences, isShouted }: Cues): Tone {
	const reports = (...cues: readonly Cue[]) =>
		sentences.some((one) => cues.some((cue) => one.has(cue)));
	const isOver = reports("over");
	const fails = reports(...FAILURES);
	const thanks = reports("thanks");
	const isSarcastic =
		reports("praise") && !isOver && (fails || (reports("nuisance") && !thanks));
	const isGrateful =
		!isSarcastic &&
		(isOver
			? reports("thanks", "praise", "polite")
			: reports("thanks", "praise") && !fails);
	const isAngry = !isGrateful && reports("anger", "unanswered");
	return {
		isAngry,
		isSarcastic,
		isGrateful,
		isCalm: !isAngry && !isSarcastic && !isShouted,
	};
}
