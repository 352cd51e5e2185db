import { classifyLines } from "./classify-lines.ts";
import type { Element, Node } from "./html/dom.ts";
import { type HtmlLine, htmlLines } from "./html/html-lines.ts";
import { withOwnBlockquotes } from "./html/own-blockquotes.ts";
import { parseHtml } from "./html/parse-html.ts";
import { serialise } from "./html/serialise-html.ts";
import { trimLines } from "./split-text.ts";

/** HTML in two parts; every text and image of it is in one of them. */
export interface SplitHtml {
	/** What a person wrote, as HTML that is not sanitised. */
	readonly html: string;
	readonly text: string;
	/** Quotes and signatures, as text. */
	readonly quoted: string;
}

export function splitHtml(html: string): SplitHtml {
	const root = parseHtml(html);
	const lines = withOwnBlockquotes(htmlLines(root));
	const kinds = classifyLines(lines.map(withImageAsWord));
	const part = (own: boolean) =>
		lines.filter((_, i) => (kinds[i] === "body") === own);
	const quoted = part(false);
	if (quoted.length === 0) {
		return { html: serialise(root), text: textOf(lines, false), quoted: "" };
	}
	const own = part(true);
	const dropped = [...quoted, ...blankEnds(own)].flatMap(({ nodes }) => nodes);
	return {
		html: serialise(without(root, new Set(dropped))),
		text: textOf(own, false),
		quoted: textOf(quoted, true),
	};
}

/** The empty lines and rules before and after what is left. */
function blankEnds(lines: readonly HtmlLine[]): HtmlLine[] {
	const isSeen = ({ content, hasImage }: HtmlLine) =>
		content !== "" || hasImage;
	const first = lines.findIndex(isSeen);
	const last = lines.findLastIndex(isSeen);
	return lines.filter((_, i) => i < first || i > last);
}

function withImageAsWord(line: HtmlLine): HtmlLine {
	if (!line.hasImage || line.content !== "") return line;
	return { ...line, content: "\ufffc" };
}

function textOf(lines: readonly HtmlLine[], marked: boolean): string {
	const text = lines
		.map(({ content, hint, depth }) =>
			hint === "rule" ? "---" : "> ".repeat(marked ? depth : 0) + content,
		)
		.join("\n");
	return trimLines(text.replace(/\n{3,}/g, "\n\n"));
}

/** Without some texts and images, and without the elements that nothing is left of. */
function without(element: Element, dropped: ReadonlySet<Node>): Element {
	const children: Node[] = [];
	for (const child of element.children) {
		if (dropped.has(child)) continue;
		if (child.type === "text" || child.children.length === 0) {
			children.push(child);
			continue;
		}
		const rest = without(child, dropped);
		if (rest.children.some(isSeen)) children.push(rest);
	}
	return { ...element, children };
}

function isSeen(node: Node): boolean {
	return node.type === "element" || node.text.trim() !== "";
}
