import { ADDRESS_REST } from "./keep-literal.ts";

// What is in an address is kept as it is. Underscores within a word are no marks, and names have them.
const SPECIAL = new RegExp(
	[
		`https?${ADDRESS_REST.source}`,
		/[`*[\]|<]|~(?=~)/.source,
		/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.source,
		/&(?=#|\p{L}[\p{L}\p{N}]*;)/u.source,
		/\\(?=[!-/:-@[-`{-~]|$)/.source,
	].join("|"),
	"gu",
);
/** What begins a heading, a quote or a list where it begins a line. */
const BEGINNING = /^(?:#{1,6}(?=\s|$)|>|[+-](?=\s|$)|\d{1,9}[.)](?=\s|$))/;

const ENTITIES: Readonly<Record<string, string>> = {
	"<": "&lt;", // with a backslash before it, it would still be read as HTML where a message has some
	"&": "&amp;",
	"\\": "&#92;", // two backslashes stay two
};

/** A text of one line as it has to stand in a message in Markdown that shows it to the letter. */
export function escapeMarkdown(text: string): string {
	return text
		.replace(SPECIAL, (found) =>
			found.length > 1 ? found : (ENTITIES[found] ?? `\\${found}`),
		)
		.replace(BEGINNING, (found) => `${found.slice(0, -1)}\\${found.slice(-1)}`);
}
