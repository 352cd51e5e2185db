import createMarkdownIt, {
	type RendererRule,
	type StateInline,
} from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import { elementOf } from "./elements.ts";
import { keepLiteral, matchAt } from "./keep-literal.ts";

/** Key of the parser's environment for the names of an article's footnotes. */
const FOOTNOTES = Symbol("footnotes");
const DEPTH = Symbol("depth of indented text");
const DEPTH_MAX = 5; // each level parses the whole text again
const LIST_OR_QUOTE = /^\s*(?:[-*+>]|\d{1,9}[.)])\s/m;
const FOOTNOTE_REFERENCE = /\[\^([\w-]{1,50})\]/y;
const FOOTNOTE_COLON = /: ?/y;
const LINE_BEGIN = /(?:^|\n) {0,3}$/;
const LINE_BEGIN_LENGTH_MAX = 4;

/** Removes the number of a footnote, before its text too; `[^0-9]` without a footnote of that name is text. */
function removeFootnoteReference(state: StateInline): boolean {
	if (!state.src.startsWith("[^", state.pos)) return false;
	const reference = matchAt(FOOTNOTE_REFERENCE, state.src, state.pos);
	const footnotes = state.env[FOOTNOTES] as ReadonlySet<string>;
	if (!reference || !footnotes.has(reference[1]!)) return false;
	const { pos } = state;
	const before = state.src.slice(Math.max(0, pos - LINE_BEGIN_LENGTH_MAX), pos);
	state.pos += reference[0].length;
	if (LINE_BEGIN.test(before)) {
		const colon = matchAt(FOOTNOTE_COLON, state.src, state.pos);
		state.pos += colon?.[0].length ?? 0;
	}
	return true;
}

/** HTML or a list that is indented after an empty line is not code; its content is parsed again. */
const renderIndented: RendererRule = (tokens, i, _options, env) => {
	const { content } = tokens[i]!;
	const depth = env?.[DEPTH] as number;
	if (
		depth === DEPTH_MAX ||
		!(LIST_OR_QUOTE.test(content) || hasElement(content))
	)
		return preformatted(content);
	return parser.render(content, { ...env, [DEPTH]: depth + 1 });
};

function hasElement(text: string): boolean {
	return [...text.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].some(
		([, name]) => elementOf(name!) !== undefined,
	);
}

const renderListItem: RendererRule = (tokens, i) => {
	const { info, markup } = tokens[i]!;
	return info === "" ? "<li>" : `<li data-marker="${info}${markup}">`;
};

const parser = createMarkdownIt({ html: true });
// A block of HTML would leave the Markdown inside it unparsed: each tag is parsed as inline HTML instead.
parser.disable("html_block");
// The code that displays links validates them: here all are parsed, so that no link marks remain in the text.
parser.validateLink = () => true;
parser.normalizeLink = (address) => address;
// Japanese and Chinese have no spaces around emphasis, which CommonMark therefore leaves unread next to punctuation.
parser.use(cjkFriendly);
parser.use(keepLiteral);
parser.inline.ruler.before("link", "footnote", removeFootnoteReference);
parser.renderer.rules.list_item_open = renderListItem;
parser.renderer.rules.code_block = renderIndented;
parser.renderer.rules.fence = (tokens, i) => preformatted(tokens[i]!.content);

function preformatted(code: string): string {
	return `<pre>${parser.utils.escapeHtml(code)}</pre>\n`;
}

const FOOTNOTE = /^ {0,3}\[\^([\w-]{1,50})\]:/gm;
/** A line like `[Note]: closed` defines a link to "closed" in CommonMark; without an address it is text. */
const NO_DEFINITION =
	/^( {0,3}\[[^[\]\n^][^[\]\n]{0,200}\]):(?![ \t]*(?:<|#|\.{0,2}\/|[a-z][a-z0-9+.-]{1,20}:|www\.))/gim;

/**
 * HTML of an article, which may be Markdown, HTML or both. It is not sanitised: it has the author's elements and
 * attributes.
 */
export function renderHtml(article: string): string {
	const footnotes = new Set(
		[...article.matchAll(FOOTNOTE)].map(([, name]) => name!),
	);
	return parser.render(article.replace(NO_DEFINITION, "$1\\:"), {
		[FOOTNOTES]: footnotes,
		[DEPTH]: 0,
	});
}
