// Entries of a text field, separated by commas.

export function shownEntries(entries: readonly string[] = []): string {
	return entries.join(", ");
}

/** What is typed; an entry of those that were shown stays whole, though it may have commas. */
export function typedEntries(
	typed: string,
	shown: readonly string[] = [],
): string[] {
	const whole = shown.filter((entry) => entry.includes(","));
	// No field can contain the mark.
	const marked = whole.reduce(
		(rest, entry, n) => rest.replace(entry, () => `\0${n}`),
		typed,
	);
	return marked
		.split(",")
		.map((entry) => entry.trim())
		.filter(Boolean)
		.map((entry) => entry.replace(/\0(\d+)/g, (_, n) => whole[Number(n)]!));
}
