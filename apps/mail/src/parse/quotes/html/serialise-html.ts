import { type Element, type Node, VOID } from "./dom.ts";

// Elements of a page around what a reader sees.
const PAGE: ReadonlySet<string> = new Set(["html", "body", "meta", "link"]);
const NAME = /^[a-z][a-z0-9-]*$/;
const ATTRIBUTE_NAME = /^[^\s"'<>/=]+$/;

/** The content of an element as HTML, without the elements of a page. */
export function serialise({ children }: Element): string {
	return children.map(serialiseNode).join("");
}

function serialiseNode(node: Node): string {
	if (node.type === "text") return escapeText(node.text);
	if (PAGE.has(node.name) || !NAME.test(node.name)) return serialise(node);
	const attributes = Object.entries(node.attributes)
		.filter(([name]) => ATTRIBUTE_NAME.test(name))
		.map(([name, value]) => ` ${name}="${escapeText(value)}"`)
		.join("");
	const start = `<${node.name}${attributes}>`;
	if (VOID.has(node.name)) return start;
	return `${start}${serialise(node)}</${node.name}>`;
}

function escapeText(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("\u00a0", "&nbsp;");
}
