import sanitizeHtml from "sanitize-html";
import {
	ALLOWED_ATTRIBUTES,
	ALLOWED_TAGS,
	HTML_ELEMENTS,
} from "./html-elements.ts";
import { htmlToText, mixedToText } from "./html-text.ts";

export type BodyFormat = "text" | "html";

export interface MessageBody {
	readonly format: BodyFormat;
	/** What is shown and mailed. */
	readonly body: string;
	/** The same as plain text. */
	readonly text: string;
	/** What came in, where it differs from `body`. */
	readonly raw: string | null;
}

// A tag of any name, from its `<` to its `>`. No tag contains another one's `<`, so a text is read once.
const TAG = /<\/?([a-zA-Z][a-zA-Z0-9-]*)(?=[\s/>])[^<>]*>/g;
// What acts in a browser although it is no element of HTML or lacks its `>`. A client that shows such a text as HTML by
// mistake would run it.
const ACTIVE = /<(?:script|iframe)[\s/>]|<\/?[a-z][^<>]*[\s/"']on[a-z]+\s*=/i;
const PASSES_MAX = 8; // two are usual: one that changes and one that finds nothing to change
const NESTING_MAX = 100; // no reader sees deeper; keeps the time linear in the text's length
const TAG_START = /<(?=\/?([a-zA-Z][a-zA-Z0-9-]*))/g;

/**
 * A body that contains an HTML element, or a tag with an event handler, is HTML and is sanitised; anything else is text
 * and stays to the letter.
 */
export function readMessageBody(body: string): MessageBody {
	if (!containsHtml(body)) {
		return { format: "text", body, text: body, raw: null };
	}
	const clean = sanitise(body);
	return {
		format: "html",
		body: clean,
		text: htmlToText(clean),
		raw: clean === body ? null : body,
	};
}

/**
 * A text of ours that is shown and mailed as plain text. HTML in it is sanitised like that of any body and becomes its
 * words; its lines stay. Applied twice it changes nothing more, and `readMessageBody` takes the result for text.
 */
export function readPlainText(text: string): string {
	if (!containsHtml(text)) return text;
	const words = mixedToText(sanitise(text));
	// Escaped tags are words now, and would be tags for the next reader.
	return containsHtml(words) ? words.replace(/[<>]/g, "") : words;
}

/** Whether the body is to be read as HTML. */
export function containsHtml(body: string): boolean {
	for (const [, name] of body.matchAll(TAG)) {
		if (HTML_ELEMENTS.has(name!.toLowerCase())) return true;
	}
	return ACTIVE.test(body);
}

/**
 * HTML in which nothing acts: elements and attributes of an allow-list, links that open apart from us. What only looks
 * like an element (`List<String>`) is escaped and stays readable. Applied twice it changes nothing more.
 */
export function sanitise(html: string): string {
	const known = html.replace(TAG_START, (start, name: string) =>
		HTML_ELEMENTS.has(name.toLowerCase()) ? start : "&lt;",
	);
	// Taking an element out can leave its neighbours in a place where a parser reads them otherwise (a link in a link).
	let clean = known;
	for (let pass = 0; pass < PASSES_MAX; pass += 1) {
		const cleaner = clean === "" ? clean : allowListed(clean);
		if (cleaner === clean) break;
		clean = cleaner;
	}
	return clean;
}

function allowListed(html: string): string {
	return sanitizeHtml(html, {
		allowedTags: ALLOWED_TAGS,
		allowedAttributes: ALLOWED_ATTRIBUTES,
		allowedSchemes: ["http", "https", "mailto", "tel"],
		allowedSchemesByTag: { img: ["http", "https", "cid"] },
		allowProtocolRelative: false,
		disallowedTagsMode: "discard",
		nestingLimit: NESTING_MAX,
		nonTextTags: NO_TEXT_TAGS,
		transformTags: {
			a: (tagName, attribs) => ({
				tagName,
				attribs: { ...attribs, rel: "noopener noreferrer nofollow" },
			}),
		},
	});
}

// Elements whose content goes with them: it is code, or was never meant to be seen.
const NO_TEXT_TAGS = [
	"script",
	"style",
	"textarea",
	"option",
	"noscript",
	"iframe",
	"object",
	"embed",
	"svg",
	"math",
	"template",
	"title",
	"xmp",
	"noembed",
	"noframes",
	"plaintext",
];
