/** A comment, or an element whose content no reader sees. In backticks it is text. */
const HIDDEN =
	/(?<!`)<(?:!--|(script|style|head|template|iframe|noscript|object|svg|canvas|audio|video)(?=[\s/>]))/gi;
/** When one of these is never closed, the rest of its paragraph is hidden too. */
const CODE: ReadonlySet<string> = new Set(["<!--", "script", "style"]);
const PARAGRAPH_END = /\n[ \t]*\n/g;

/**
 * The article without comments, scripts and other hidden elements. One that is never closed ends with its paragraph.
 * Takes time in proportion to the length, also for hostile texts: each ending is searched once from each position, and
 * not again when there is none.
 */
export function withoutHidden(article: string): string {
	const unclosed = new Set<string>();
	let visible = "";
	let at = 0;
	for (const opening of article.matchAll(HIDDEN)) {
		if (opening.index < at) continue;
		const name = opening[1]?.toLowerCase() ?? "<!--";
		let end = unclosed.has(name)
			? undefined
			: endOf(name, article, opening.index);
		if (end === undefined) unclosed.add(name);
		if (end === undefined && CODE.has(name))
			end = indexAfter(PARAGRAPH_END, article, opening.index)?.begin;
		else if (end === undefined) continue;
		visible += `${article.slice(at, opening.index)} `;
		at = end ?? article.length;
	}
	return visible + article.slice(at);
}

/** Where a hidden element ends; undefined when it is never closed. */
function endOf(name: string, text: string, from: number): number | undefined {
	const closing =
		name === "<!--" ? /-->/g : new RegExp(`</${name}[^<>]*>?`, "gi");
	return indexAfter(closing, text, from)?.end;
}

function indexAfter(pattern: RegExp, text: string, from: number) {
	pattern.lastIndex = from;
	const found = pattern.exec(text);
	return found
		? { begin: found.index, end: found.index + found[0].length }
		: undefined;
}
