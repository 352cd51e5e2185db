// The limit for one letter in Unicode's stream-safe text format (UAX #15, 12); no language needs as many.
const MARKS_MAX = 30;
// The two code points that are not marks become marks in the compatibility forms.
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

/**
 * The text with at most thirty combining marks on any letter. Every Unicode normal form sorts marks in quadratic time:
 * a text with 100,000 would take a minute. For text that is processed, not for text that is stored.
 */
export function boundMarks(text: string): string {
	return text.replace(MARKS, (run) =>
		run.length > MARKS_MAX ? [...run].slice(0, MARKS_MAX).join("") : run,
	);
}
