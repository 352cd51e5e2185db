/** Plural and tense cut off: enough to let `payments` meet `payment`. */
export function stem(word: string): string {
	return word.replace(/(?:ing|ed|es|s)$/, "");
}
