const LITERAL =
	/[uUrR]?("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/y;
const BETWEEN = /[ \t]*(?:\\\n[ \t]*)?/y; // adjacent literals, on the next line after a backslash perhaps
const NAME = /[A-Za-z_]\w*/y;
const ESCAPES: Readonly<Record<string, string>> = {
	n: "\n",
	r: "\r",
	t: "\t",
	"\n": "",
};

export interface PythonText {
	readonly text: string;
	/** Where the source continues. */
	readonly end: number;
}

/** The string that stands at a place of a Python source: literals side by side, or the name of one that was assigned. */
export function readPythonText(
	source: string,
	at: number,
	variables: ReadonlyMap<string, string>,
): PythonText | undefined {
	let text = "";
	let end = at;
	for (;;) {
		const literal = match(LITERAL, source, end);
		if (!literal) break;
		text += unquote(literal[1]!);
		end += literal[0].length;
		const space = match(BETWEEN, source, end)![0].length;
		if (!match(LITERAL, source, end + space)) return { text, end };
		end += space;
	}
	if (end > at) return { text, end };
	const name = match(NAME, source, at)?.[0] ?? "";
	const value = variables.get(name);
	return value === undefined
		? undefined
		: { text: value, end: at + name.length };
}

function match(pattern: RegExp, source: string, at: number) {
	pattern.lastIndex = at;
	return pattern.exec(source);
}

function unquote(literal: string): string {
	const marks = /^("""|'''|"|')/.exec(literal)![0].length;
	return literal
		.slice(marks, -marks)
		.replace(/\\(?:x([0-9a-fA-F]{2})|([\s\S]))/g, (_, hex, character) =>
			hex === undefined
				? (ESCAPES[character] ?? character)
				: String.fromCharCode(Number.parseInt(hex, 16)),
		);
}
