const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const WHITE_SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Matched in pieces without alternatives: a pattern for whole strings would need a stack as large as the string.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings.
const PLAIN_CHARACTERS = /[^"\\\0-\x1f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const LITERALS = ["true", "false", "null"];
const NONE = -1;

/**
 * The position of the first JSON syntax error: the index of the unexpected character, or the text's length when
 * it ends early; -1 for valid JSON. Recursive, so the caller must have bounded the nesting.
 */
export function findJsonFault(text: string): number {
	let at = 0;
	/** Advances past the pattern's match at the current position. */
	const skip = (pattern: RegExp): boolean => {
		pattern.lastIndex = at;
		const length = pattern.exec(text)?.[0].length ?? 0;
		at += length;
		return length > 0;
	};
	const take = (character: string): boolean => {
		if (text[at] !== character) return false;
		at += 1;
		return true;
	};
	const string = (): boolean => {
		if (!take('"')) return false;
		do skip(PLAIN_CHARACTERS);
		while (skip(ESCAPE));
		return take('"');
	};
	const literal = (word: string): boolean =>
		[...word].every((character) => take(character));
	const member = (): boolean => {
		if (!string()) return false;
		skip(WHITE_SPACE);
		return take(":") && value();
	};
	const entries = (entry: () => boolean, end: string): boolean => {
		skip(WHITE_SPACE);
		if (take(end)) return true;
		do {
			skip(WHITE_SPACE);
			if (!entry()) return false;
			skip(WHITE_SPACE);
		} while (take(","));
		return take(end);
	};
	const value = (): boolean => {
		skip(WHITE_SPACE);
		if (take("{")) return entries(member, "}");
		if (take("[")) return entries(value, "]");
		if (text[at] === '"') return string();
		const word = LITERALS.find(([first]) => first === text[at]);
		return word ? literal(word) : skip(NUMBER);
	};
	if (!value()) return at;
	skip(WHITE_SPACE);
	return at === text.length ? NONE : at;
}

/** Decodes UTF-8 without its byte order mark. */
export function textOf(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
		"utf8",
		startsWithMark(bytes) ? BYTE_ORDER_MARK.length : 0,
	);
}

function startsWithMark(bytes: Uint8Array): boolean {
	return BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
}

const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);

/** The text before the first bytes that are not UTF-8. */
export function textBeforeUtf8Fault(bytes: Uint8Array): string {
	const text = new TextDecoder().decode(bytes);
	const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	// The decoder drops the mark.
	let offset = startsWithMark(bytes) ? BYTE_ORDER_MARK.length : 0;
	let start = 0;
	for (;;) {
		const at = text.indexOf(REPLACEMENT, start);
		if (at === NONE) return text;
		offset += Buffer.byteLength(text.slice(start, at));
		const end = offset + REPLACEMENT_BYTES.length;
		// The body may contain U+FFFD itself.
		if (!given.subarray(offset, end).equals(REPLACEMENT_BYTES)) {
			return text.slice(0, at);
		}
		offset = end;
		start = at + 1;
	}
}

/** `line 2, column 14`: the end of a text, both counted from one, columns in characters. */
export function endOf(text: string): string {
	const lines = text.split("\n");
	return `line ${lines.length}, column ${[...lines.at(-1)!].length + 1}`;
}
