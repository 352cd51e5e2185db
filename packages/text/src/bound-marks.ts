// What Unicode's own stream-safe text format allows on one letter (UAX #15, 12); no language comes near.
const MARKS_MAX = 30;
// The two that are no marks by themselves become marks in the compatibility forms.
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

/**
 * The text with no more than thirty marks on any letter. Putting marks in their order, as every Unicode normal form
 * does, takes the square of their number: a text of 100,000 would hold up its reader for a minute. For text that is
 * read, not for text that is kept.
 */
export function boundMarks(text: string): string {
	return text.replace(MARKS, (run) =>
		run.length > MARKS_MAX ? [...run].slice(0, MARKS_MAX).join("") : run,
	);
}
