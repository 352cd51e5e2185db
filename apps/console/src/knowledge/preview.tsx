import createMarkdownIt from "markdown-it";
import { useDeferredValue, useMemo } from "react";
import { HtmlBody } from "../design/html-body.tsx";

const parser = createMarkdownIt({ html: false, linkify: true });

/** An article as its readers see it. Typing comes first: the preview follows when there is time. */
export function Preview({ markdown }: { readonly markdown: string }) {
	const shown = useDeferredValue(markdown);
	const html = useMemo(() => parser.render(shown), [shown]);
	return <HtmlBody html={html} />;
}
