import type { MarkdownIt, StateInline } from "markdown-it";

/** A lone `*` between letters or digits is multiplication or a wildcard, `2*3*4`, where CommonMark sees emphasis. */
const BETWEEN_WORDS = /[A-Za-z0-9]\*[A-Za-z0-9]/y;
/** The rest of a web address after the scheme; an asterisk, bracket, escape or entity is more likely a mark after it. */
export const ADDRESS_REST = /:\/\/(?:[^\s<>*`"'()[\]\\&]|&(?!#?\w{1,31};))*/y;
const ADDRESS_SCHEME = /https?$/;
const SCHEME_LENGTH_MAX = 5;

/** Has a parser keep characters to the letter that only look like marks. */
export function keepLiteral(parser: MarkdownIt): void {
	parser.inline.ruler.before("escape", "keep_backslashes", keepBackslashes);
	parser.inline.ruler.before("escape", "keep_address", keepAddress);
	parser.inline.ruler.before("emphasis", "keep_asterisk", keepAsterisk);
}

export function matchAt(pattern: RegExp, text: string, at: number) {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/** Keeps `length` characters unchanged. */
export function keep(
	state: StateInline,
	silent: boolean,
	length: number,
): true {
	if (!silent) state.pending += state.src.slice(state.pos, state.pos + length);
	state.pos += length;
	return true;
}

function keepAsterisk(state: StateInline, silent: boolean): boolean {
	const isBetween =
		state.src[state.pos] === "*" &&
		matchAt(BETWEEN_WORDS, state.src, state.pos - 1) !== null;
	return isBetween && keep(state, silent, 1);
}

/** Underscores in a web address are not emphasis. */
function keepAddress(state: StateInline, silent: boolean): boolean {
	if (state.src[state.pos] !== ":") return false;
	const begin = Math.max(0, state.pos - SCHEME_LENGTH_MAX);
	if (!ADDRESS_SCHEME.test(state.src.slice(begin, state.pos))) return false;
	const rest = matchAt(ADDRESS_REST, state.src, state.pos);
	return rest !== null && keep(state, silent, rest[0].length);
}

/** Keeps `\\server\share` in a text that is not Markdown; in practice no author escapes a backslash. */
function keepBackslashes(state: StateInline, silent: boolean): boolean {
	return state.src.startsWith("\\\\", state.pos) && keep(state, silent, 2);
}
