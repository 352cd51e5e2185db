import type { MailBody } from "../parsed-mail.ts";
import type { Segment } from "./collect-content.ts";

/** The body of a mail: the person's own part, and what is quoted. */
export function readBody(segments: readonly Segment[]): MailBody {
	const hasHtml = segments.some(({ html }) => html !== null);
	const text = segments.flatMap(({ text }) => text ?? []).join("\n");
	const html = segments.flatMap(({ html }) => html ?? []).join("\n");
	return { html: hasHtml ? html : null, text, quotedText: "" };
}
