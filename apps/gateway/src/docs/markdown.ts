import createMarkdownIt, { type Token } from "markdown-it";
import { escapeHtml, Html } from "./html.ts";

/** The languages of examples, by their names in Markdown. */
export const LANGUAGES: Readonly<Record<string, string>> = {
	sh: "curl",
	ts: "TypeScript",
	python: "Python",
};

/** A heading of a document, with the text up to the next one. */
export interface Section {
	readonly id: string;
	readonly title: string;
	readonly text: string;
}

/** A rendered document. */
export interface Rendered {
	readonly title: string;
	readonly html: Html;
	readonly sections: readonly Section[];
}

const markdown = createMarkdownIt({ html: false, linkify: false });

/**
 * Renders Markdown of our own. Examples of the same thing in several languages that follow each other become one group.
 *
 * @param linkTo the address of a link's target
 */
export function renderMarkdown(
	source: string,
	linkTo: (target: string) => string,
): Rendered {
	const tokens = markdown.parse(source, {});
	const sections = nameHeadings(tokens);
	for (const token of tokens.flatMap(({ children }) => children ?? [])) {
		const target = token.attrGet("href");
		if (target !== null) token.attrSet("href", linkTo(String(target)));
	}
	return {
		title: sections[0]?.title ?? "",
		html: new Html(renderBlocks(tokens)),
		sections,
	};
}

function nameHeadings(tokens: readonly Token[]): Section[] {
	const sections: { id: string; title: string; text: string }[] = [];
	tokens.forEach((token, n) => {
		const isHeading = tokens[n - 1]?.type === "heading_open";
		if (isHeading) {
			const id = token.content.toLowerCase().replace(/[^a-z0-9]+/g, "-");
			tokens[n - 1]!.attrSet("id", id);
			sections.push({ id, title: plainText(token), text: "" });
		} else if (token.type === "inline" && sections.length > 0) {
			sections.at(-1)!.text += ` ${plainText(token)}`;
		}
	});
	return sections;
}

function plainText({ children }: Token): string {
	return (children ?? []).map(({ content }) => content).join("");
}

function renderBlocks(tokens: readonly Token[]): string {
	let text = "";
	for (let n = 0; n < tokens.length; n += 1) {
		const group = examplesAt(tokens, n);
		if (group.length > 0) {
			text += renderExamples(group);
			n += group.length - 1;
		} else if (tokens[n]!.type === "fence") text += codeOf(tokens[n]!);
		else if (tokens[n]!.type === "table_open")
			text += `<div class="table" tabindex="0">${renderOne(tokens, n)}`;
		else if (tokens[n]!.type === "table_close")
			text += `${renderOne(tokens, n)}</div>`;
		else text += renderOne(tokens, n);
	}
	return text;
}

function renderOne(tokens: readonly Token[], n: number): string {
	return markdown.renderer.render([tokens[n]!], markdown.options, {});
}

function examplesAt(tokens: readonly Token[], from: number): Token[] {
	const group: Token[] = [];
	for (const token of tokens.slice(from)) {
		const isNew = !group.some(({ info }) => info === token.info);
		if (token.type !== "fence" || !(token.info in LANGUAGES) || !isNew) break;
		group.push(token);
	}
	return group;
}

function renderExamples(group: readonly Token[]): string {
	const names = group.map(({ info }) => info);
	const buttons = names.map(
		(name) =>
			`<button type="button" data-choose="${name}">${LANGUAGES[name]}</button>`,
	);
	const choice = `<div class="languages" hidden>${buttons.join("")}</div>`;
	return `<div class="examples" data-languages="${names.join(" ")}">${choice}${group.map(codeOf).join("")}</div>`;
}

/** Code can be wider than a phone: the keyboard scrolls it, too. */
function codeOf({ info, content }: Token): string {
	return `<pre tabindex="0" data-language="${escapeHtml(info)}"><code>${escapeHtml(content)}</code></pre>`;
}
