import type { Line, LineHint } from "../line.ts";
import type { Element, Node } from "./dom.ts";
import { hintOf } from "./hints.ts";

/** A line as a reader sees it, and the texts and images that it is of. */
export interface HtmlLine extends Line {
	readonly nodes: readonly Node[];
	/** Whether it holds an image, which counts as words. */
	readonly hasImage: boolean;
	/** Whether only elements quote it that a person may have made. */
	readonly unmarked: boolean;
}

const BLOCKS: ReadonlySet<string> = new Set(
	"address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul".split(
		" ",
	),
);
// A reader sees an empty line around these.
const SPACED: ReadonlySet<string> = new Set(
	"p h1 h2 h3 h4 h5 h6 ul ol dl table pre figure".split(" "),
);
const SEEN = /[^ \t\r\n\f]/; // a non-breaking space makes an empty line
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

interface Context {
	readonly depth: number;
	readonly unmarked: boolean;
	readonly hint: LineHint | null;
	readonly preformatted: boolean;
}

/** The lines that a reader sees of HTML, in their order. Every text and image is of one of them. */
export function htmlLines(root: Element): HtmlLine[] {
	const writer = new LineWriter();
	walk(
		root,
		{ depth: 0, unmarked: false, hint: null, preformatted: false },
		writer,
	);
	writer.endLine();
	return writer.lines;
}

function walk(element: Element, outer: Context, writer: LineWriter): void {
	const context = enter(element, outer, writer);
	const { name } = element;
	if (name === "br") writer.breakLine(element, context);
	else if (name === "img") writer.addImage(element, context);
	else if (name === "hr") writer.addRule(element, context);
	const block = BLOCKS.has(name);
	const spaced = SPACED.has(name) && !isWordParagraph(element);
	if (block) writer.endLine();
	if (spaced) writer.addSpace(context);
	if (name === "li") writer.add("- ", undefined, context);
	for (const child of element.children) {
		if (child.type === "element") walk(child, context, writer);
		else writer.add(child.text, child, context);
	}
	if (CELLS.has(name)) writer.add(" ", undefined, context);
	if (block) writer.endLine();
	if (spaced) writer.addSpace(context);
}

function enter(element: Element, outer: Context, writer: LineWriter): Context {
	const { inside, startsQuote, cites, unmarked = false } = hintOf(element);
	const isOnly = outer.depth === 0 || outer.unmarked;
	if (startsQuote || cites || inside) writer.endLine();
	if (startsQuote) writer.rest = true;
	const preformatted =
		outer.preformatted ||
		element.name === "pre" ||
		/white-space:\s*pre/i.test(element.attributes.style ?? "");
	return {
		depth: outer.depth + (cites ? 1 : 0),
		unmarked: cites ? unmarked && isOnly : outer.unmarked,
		hint: outer.hint ?? inside ?? null,
		preformatted,
	};
}

/** Word writes each line as a paragraph without margins. */
function isWordParagraph({ attributes }: Element): boolean {
	return /^Mso|\bMso|elementToProof/.test(attributes.class ?? "");
}

class LineWriter {
	readonly lines: HtmlLine[] = [];
	/** Whether all that follows quotes. */
	rest = false;
	#text = "";
	#nodes: Node[] = [];
	#hasImage = false;
	#context: Context | undefined;

	add(text: string, node: Node | undefined, context: Context): void {
		this.#changeContext(context);
		const [first = "", ...more] = context.preformatted
			? text.split("\n")
			: [text.replace(/[ \t\r\n\f]+/g, " ")];
		this.#text += first;
		if (node) this.#nodes.push(node);
		for (const line of more) {
			this.#end();
			this.#context = context;
			this.#text = line;
		}
	}

	addImage(node: Node, context: Context): void {
		this.#changeContext(context);
		this.#nodes.push(node);
		this.#hasImage = true;
	}

	addRule(node: Node, context: Context): void {
		this.endLine();
		const hint = this.rest ? "quote" : (context.hint ?? "rule");
		const { depth, unmarked } = context;
		this.lines.push({
			content: "",
			depth,
			hint,
			nodes: [node],
			hasImage: false,
			unmarked,
		});
	}

	addSpace(context: Context): void {
		const last = this.lines.at(-1);
		if (last && (last.content !== "" || last.hasImage)) {
			this.#context = context;
			this.#end();
		}
	}

	breakLine(node: Node, context: Context): void {
		this.#changeContext(context);
		this.#nodes.push(node);
		this.#end();
	}

	/** Ends the line if it has begun. White space between elements begins none. */
	endLine(): void {
		if (this.#hasImage || SEEN.test(this.#text)) {
			this.#end();
		} else {
			this.#text = "";
			this.#nodes = [];
		}
	}

	#changeContext(context: Context): void {
		const now = this.#context;
		if (now && (now.depth !== context.depth || now.hint !== context.hint)) {
			this.endLine();
		}
		this.#context = context;
	}

	#end(): void {
		const context = this.#context;
		this.lines.push({
			content: this.#text.trim(),
			depth: context?.depth ?? 0,
			hint: this.rest ? "quote" : (context?.hint ?? null),
			nodes: this.#nodes,
			hasImage: this.#hasImage,
			unmarked: context?.unmarked ?? false,
		});
		this.#text = "";
		this.#nodes = [];
		this.#hasImage = false;
	}
}
