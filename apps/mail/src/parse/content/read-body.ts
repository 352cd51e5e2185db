import type { MailBody } from "../parsed-mail.ts";
import { splitHtml } from "../quotes/split-html.ts";
import { splitText } from "../quotes/split-text.ts";
import type { Segment } from "./collect-content.ts";
import { textToHtml } from "./text-to-html.ts";

/** The body of a mail: the person's own part, and what is quoted. HTML is preferred; it says what is a quote. */
export function readBody(segments: readonly Segment[]): MailBody {
	const shown = segments.map(
		({ html, text }) => html ?? textToHtml(text ?? ""),
	);
	if (segments.some(({ html }) => html !== null)) {
		const { html, text, quoted } = splitHtml(shown.join("\n"));
		if (text !== "" || html.includes("<img"))
			return { html, text, quotedText: quoted };
	}
	const all = segments.flatMap(({ text }) => text ?? []).join("\n");
	const { body, quoted } = splitText(all);
	return { html: null, text: body, quotedText: quoted };
}
