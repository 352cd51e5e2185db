import createMarkdownIt from "markdown-it";
import { useDeferredValue, useMemo } from "react";
import { HtmlBody, isElement } from "../design/html-body.tsx";

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTES = /\s(?:href|alt|colspan|rowspan)=(?:"[^"]*"|'[^']*')/gi;

// Articles may be HTML, too.
const parser = createMarkdownIt({ html: true, linkify: true });
parser.renderer.rules.html_inline = knownTags;
parser.renderer.rules.html_block = knownTags;

/** Tags with the attributes that are drawn. What only looks like a tag stays as it is written. */
function knownTags(
	tokens: readonly { readonly content: string }[],
	index: number,
): string {
	return tokens[index]!.content.replace(
		TAG,
		(tag, slash: string, name: string, rest: string) =>
			isElement(name.toLowerCase())
				? `<${slash}${name}${rest.match(ATTRIBUTES)?.join("") ?? ""}>`
				: parser.utils.escapeHtml(tag),
	);
}

/** An article as its readers see it. Typing comes first: the preview follows when there is time. */
export function Preview({ markdown }: { readonly markdown: string }) {
	const shown = useDeferredValue(markdown);
	const html = useMemo(() => parser.render(shown), [shown]);
	return <HtmlBody html={html} />;
}
