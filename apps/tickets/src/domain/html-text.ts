const BLOCK_END =
	/<\/(?:p|div|h[1-6]|tr|table|blockquote|pre|ul|ol|dl|dd|figure)>|<(?:br|hr)\b[^>]*>/g;
const LIST_ITEM = /<(?:li|dt)\b[^>]*>/g;
const CELL_END = /<\/t[dh]>/g;
const ANY_TAG = /<[^>]*>/g;
const LINK = /<a\b[^>]*?\shref="([^"]*)"[^>]*>(.*?)<\/a>/gs;
const PREFORMATTED = /<pre>.*?<\/pre>/gs;
const ENTITIES: Readonly<Record<string, string>> = {
	"&lt;": "<",
	"&gt;": ">",
	"&quot;": '"',
	"&amp;": "&",
};

/**
 * Sanitised HTML as plain text: a line for each block, a dash for each item of a list, a link's address behind its
 * words. Relies on what the sanitiser guarantees: every element is closed, no `>` in an attribute, no entities but four.
 */
export function htmlToText(html: string): string {
	const text = html
		.replace(PREFORMATTED, (lines) => lines.replace(/\r?\n/g, "<br />"))
		.replace(/\s+/g, " ")
		.replace(LINK, linkText)
		.replace(LIST_ITEM, "\n- ")
		.replace(BLOCK_END, "\n")
		.replace(CELL_END, "\t")
		.replace(ANY_TAG, "")
		.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity]!);
	// Line by line: one pattern for the space around a line break would begin anew at each of a thousand empty cells.
	return text
		.split("\n")
		.map((line) => line.trim())
		.join("\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}

/** `words (address)`, or the words alone where they are the address. */
function linkText(_link: string, href: string, label: string): string {
	const words = label.replace(ANY_TAG, "").trim();
	const address = href.replace(/^(?:mailto|tel):/, "");
	const isShown = words === address || `${words}/` === address;
	return words === "" || isShown ? label : `${label} (${address})`;
}
