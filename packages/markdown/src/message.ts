import createMarkdownIt, { type Token } from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import { keepLiteral } from "./keep-literal.ts";

// What a person types stays what was typed: only marks that nobody sets by accident count. Indented lines are no code,
// a line of dashes makes no heading of the line above it, and `[Note]: closed` defines nothing.
const parser = createMarkdownIt({ html: false, breaks: true });
parser.disable(["code", "lheading", "reference", "hr", "image"]);
parser.use(cjkFriendly);
parser.use(keepLiteral);

/** What only Markdown has. A list with numbers or dashes alone reads as well as it was typed. */
const MARKS: ReadonlySet<string> = new Set([
	"strong_open",
	"em_open",
	"s_open",
	"code_inline",
	"link_open",
	"heading_open",
	"fence",
	"table_open",
]);

/**
 * HTML of a message in Markdown; undefined for a text without Markdown marks, which stays as it was typed. HTML in the
 * text is shown to the letter, and addresses that act are left out of links. Each line break is kept.
 */
export function renderMessage(text: string): string | undefined {
	const environment = {};
	const tokens = parser.parse(text, environment);
	return tokens.some((each) => hasMarks(each)) || hasEscapedMarks(text)
		? parser.renderer.render(tokens, parser.options, environment)
		: undefined;
}

/** @param ignored a type of token that does not count */
function hasMarks({ type, children }: Token, ignored = ""): boolean {
	return (
		(MARKS.has(type) && type !== ignored) ||
		(children?.some((child) => hasMarks(child, ignored)) ?? false)
	);
}

const ESCAPE = /\\\\|\\(?=[!-/:-@[-`{-~])|&lt;/g;

/**
 * Whether a text has no marks because they are escaped. Escapes of emphasis do not count: `C:\*.log` and `D:\*.log` are
 * paths.
 */
function hasEscapedMarks(text: string): boolean {
	const bare = text.replace(ESCAPE, (found) => UNESCAPED[found] ?? found);
	return (
		bare !== text &&
		parser.parse(bare, {}).some((token) => hasMarks(token, "em_open"))
	);
}

const UNESCAPED: Readonly<Record<string, string>> = { "\\": "", "&lt;": "<" };
