/** Text as HTML that shows the same lines. */
export function textToHtml(text: string): string {
	const escaped = text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
	return `<div>${escaped.replaceAll("\n", "<br>")}</div>`;
}
