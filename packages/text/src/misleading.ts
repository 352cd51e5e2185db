/**
 * Characters that text on one line must not contain: line breaks and other control characters, which would start a new
 * mail header, and marks that change the writing direction, which make one name look like another.
 */
export const MISLEADING =
	/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
