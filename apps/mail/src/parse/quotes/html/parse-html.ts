import { Parser } from "htmlparser2";
import { type Element, type Node, VOID } from "./dom.ts";
import { isHidden } from "./is-hidden.ts";

// No program nests deeper, and what walks the tree calls itself for each level.
const DEPTH_MAX = 200;
// What is no text for a reader.
const SKIPPED: ReadonlySet<string> = new Set(
	"base meta link script style title template noscript xmp noembed noframes iframe object head svg math textarea select".split(
		" ",
	),
);

// The parser's time grows with the square of what is open.
const OPEN_MAX = 1_000;
const TAG = /<[^<>]*>/g;

class TooDeep extends Error {}

/** The elements and texts of HTML that a reader sees. Of elements nested too deep only the texts are kept. */
export function parseHtml(html: string): Element {
	try {
		return parse(html);
	} catch (err) {
		if (!(err instanceof TooDeep)) throw err;
		return parse(html.replace(TAG, " ").replaceAll("<", "&lt;"));
	}
}

function parse(html: string): Element {
	const root: Element = newElement("body", {});
	const open: Element[] = [root];
	let opened = 0;
	let tooDeep = 0;
	let skipped = 0;
	const parser = new Parser(
		{
			onopentag(name, attributes) {
				if (!VOID.has(name)) opened += 1;
				if (opened > OPEN_MAX) throw new TooDeep();
				if (skipped > 0 || SKIPPED.has(name) || isHidden(attributes)) {
					if (!VOID.has(name)) skipped += 1;
				} else if (open.length > DEPTH_MAX) {
					if (!VOID.has(name)) tooDeep += 1;
				} else {
					const element = newElement(name, attributes);
					open.at(-1)!.children.push(element);
					if (!VOID.has(name)) open.push(element);
				}
			},
			onclosetag(name) {
				if (VOID.has(name)) return;
				opened -= 1;
				if (skipped > 0) skipped -= 1;
				else if (tooDeep > 0) tooDeep -= 1;
				else if (open.length > 1) open.pop();
			},
			ontext(text) {
				if (skipped > 0) return;
				for (const piece of text.split(/(?<=\n)/)) {
					open.at(-1)!.children.push({ type: "text", text: piece });
				}
			},
		},
		{ decodeEntities: true },
	);
	parser.end(html);
	return root;
}

function newElement(
	name: string,
	attributes: Readonly<Record<string, string>>,
): Element {
	return { type: "element", name, attributes, children: [] as Node[] };
}
