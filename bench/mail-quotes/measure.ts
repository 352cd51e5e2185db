import { classifyLines } from "@supportdesk/mail/parse/quotes/classify-lines.ts";
import { htmlLines } from "@supportdesk/mail/parse/quotes/html/html-lines.ts";
import { parseHtml } from "@supportdesk/mail/parse/quotes/html/parse-html.ts";
import { splitHtml } from "@supportdesk/mail/parse/quotes/split-html.ts";
import { splitText } from "@supportdesk/mail/parse/quotes/split-text.ts";
import { textLines } from "@supportdesk/mail/parse/quotes/text-lines.ts";
import type { QuoteCase } from "./quote-case.ts";

export interface Miss {
	readonly name: string;
	readonly found: string;
	readonly expected: string;
}

/** The cases of which anything else than what is expected was found. */
export function misses(cases: readonly QuoteCase[]): Miss[] {
	return cases.flatMap((it) => {
		const { found, expected } =
			it.format === "html" ? readHtml(it) : readText(it);
		return found === expected ? [] : [{ name: it.name, found, expected }];
	});
}

/** Text is compared by its lines; the empty ones between them do not count. */
function readText({ mail, expected }: QuoteCase) {
	const { body } = splitText(mail.replaceAll("\r\n", "\n"));
	return {
		found: withoutEmptyLines(body),
		expected: withoutEmptyLines(
			withoutSignature(expected.replaceAll("\r\n", "\n")),
		),
	};
}

/** The sets keep signatures in some expected texts and not in others; ours are without. */
function withoutSignature(text: string): string {
	const lines = textLines(text);
	const kinds = classifyLines(lines);
	return lines
		.filter((_, i) => kinds[i] !== "signature")
		.map(({ start, end }) => text.slice(start, end))
		.join("");
}

function withoutEmptyLines(text: string): string {
	return text
		.replace(/[ \t]+$/gm, "")
		.replace(/\n{2,}/g, "\n")
		.trim();
}

/** HTML is compared by its characters; rules are none. */
function readHtml({ mail, expected }: QuoteCase) {
	const characters = (text: string) =>
		text.replace(/^---$/gm, "").replace(/\s+/g, "");
	return {
		found: characters(splitHtml(mail).text),
		expected: characters(textOfHtml(expected)),
	};
}

function textOfHtml(html: string): string {
	return htmlLines(parseHtml(html))
		.map(({ content, hint }) => (hint === "rule" ? "---" : content))
		.join("\n");
}
