const BLOCK_END =
	/<\/(?:p|div|h[1-6]|tr|table|blockquote|pre|ul|ol|dl|dd|figure)>|<(?:br|hr)\b[^>]*>/g;
const LIST_ITEM = /<(?:li|dt)\b[^>]*>/g;
const CELL_END = /<\/t[dh]>/g;
const ANY_TAG = /<[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
	"&lt;": "<",
	"&gt;": ">",
	"&quot;": '"',
	"&amp;": "&",
};

/**
 * Sanitised HTML as plain text: a line for each block, a dash for each item of a list. Relies on what the sanitiser
 * guarantees: no `>` in an attribute, and no entities but four.
 */
export function htmlToText(html: string): string {
	return html
		.replace(/\s+/g, " ")
		.replace(LIST_ITEM, "\n- ")
		.replace(BLOCK_END, "\n")
		.replace(CELL_END, "\t")
		.replace(ANY_TAG, "")
		.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity]!)
		.replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}
