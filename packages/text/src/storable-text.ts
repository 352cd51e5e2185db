const NOT_TEXT = /[^\P{Cc}\t\n]/gu;

/** A text without what neither the database nor the transport takes: control characters but tabs and newlines, and halves of surrogate pairs. */
export function storableText(text: string): string {
	return text.replace(NOT_TEXT, "").toWellFormed();
}
