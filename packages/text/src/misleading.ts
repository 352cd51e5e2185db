/**
 * What nothing that is shown on one line may hold: line breaks and other control characters, which would start a new
 * header of a mail, and marks that turn the writing direction, by which a name reads as another.
 */
export const MISLEADING =
	/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
