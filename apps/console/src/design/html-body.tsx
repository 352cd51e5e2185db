import type { Attachment } from "@supportdesk/client";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import styles from "./html-body.module.css";

/** Elements that are drawn as they are; of others only their contents. */
const ELEMENTS = new Set(
	"a abbr b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul".split(
		" ",
	),
);
const HIDDEN = new Set(
	"script style template iframe object embed svg math head title".split(" "),
);
const VOID = new Set(["br", "hr", "img"]);
const DEPTH_MAX = 100;

const NONE: readonly Attachment[] = [];

/** Whether it is HTML, and no other text between angle brackets, such as `List<String>`. */
export function isElement(name: string): boolean {
	return ELEMENTS.has(name) || HIDDEN.has(name);
}

/**
 * HTML of a mail or an article. The desk has sanitised it already; here it becomes elements one by one from a list of
 * those allowed, so that no markup of a stranger is ever given to the browser to insert.
 */
export function HtmlBody({
	html,
	attachments = NONE,
}: {
	readonly html: string;
	readonly attachments?: readonly Attachment[];
}) {
	const content = useMemo(() => {
		const { body } = new DOMParser().parseFromString(html, "text/html");
		return childrenOf(body, attachments, 0);
	}, [html, attachments]);
	return (
		<div className={styles.html} dir="auto">
			{content}
		</div>
	);
}

function childrenOf(
	node: Node,
	attachments: readonly Attachment[],
	depth: number,
): ReactNode[] {
	if (depth > DEPTH_MAX) return [node.textContent];
	return Array.from(node.childNodes, (child, index) =>
		toReact(child, index, attachments, depth),
	);
}

function toReact(
	node: Node,
	key: number,
	attachments: readonly Attachment[],
	depth: number,
): ReactNode {
	if (node.nodeType === Node.TEXT_NODE) return node.textContent;
	if (!(node instanceof Element)) return null;
	const name = node.localName;
	if (HIDDEN.has(name)) return null;
	const children = VOID.has(name)
		? undefined
		: childrenOf(node, attachments, depth + 1);
	if (!ELEMENTS.has(name)) return <Fragment key={key}>{children}</Fragment>;
	if (name === "img")
		return <Picture key={key} node={node} all={attachments} />;
	return createElement(
		name === "h1" || name === "h2" ? "h3" : name,
		{ key, ...propsOf(node) },
		// A table takes no white space between its rows.
		/^(table|t(body|head|foot|r))$/.test(name)
			? children?.filter((child) => typeof child !== "string")
			: children,
	);
}

function propsOf(node: Element): Record<string, unknown> {
	const props: Record<string, unknown> = {};
	for (const [attribute, prop] of [
		["colspan", "colSpan"],
		["rowspan", "rowSpan"],
		["start", "start"],
	] as const) {
		const value = Number(node.getAttribute(attribute));
		if (value > 0) props[prop] = value;
	}
	const href = node.localName === "a" ? node.getAttribute("href") : null;
	if (href && /^(https?|mailto|tel):/i.test(href)) {
		props.href = href;
		props.target = "_blank";
		props.rel = "noreferrer noopener";
	}
	return props;
}

/** A picture of the mail itself, in its place. One on a server elsewhere would tell the sender that it was read. */
function Picture({
	node,
	all,
}: {
	readonly node: Element;
	readonly all: readonly Attachment[];
}) {
	const source = node.getAttribute("src") ?? "";
	const alt = node.getAttribute("alt") ?? "";
	const own = all.find(({ url, id }) => source === url || source.includes(id));
	if (!own) return alt ? <span>[{alt}]</span> : null;
	return <img src={own.url} alt={alt} loading="lazy" />;
}
