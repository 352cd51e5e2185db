import { decodeText } from "../charset/decode-text.ts";
import type { MimePart } from "../mime/split-mime.ts";
import { extractDataImages } from "./data-images.ts";
import { decodeFlowed } from "./flowed.ts";

/** What a mail shows at one place: as text, as HTML, or as both for the reader to choose. */
export interface Segment {
	readonly text: string | null;
	readonly html: string | null;
}

export interface Content {
	readonly segments: readonly Segment[];
	/** Parts that are files. */
	readonly files: readonly MimePart[];
}

const CHARACTER_BYTES_MAX = 4;
// An alternative that says the same once more, for programs that no reader has.
const IGNORED = new Set(["text/x-amp-html", "text/watch-html"]);

// Texts for programs, which are files in any case.
const FILE_TYPES =
	/^text\/(?:calendar|csv|directory|rfc822-headers|rtf|(?:x-)?vcard|(?:x-)?vcalendar)$/;

/**
 * Sorts the parts of a mail into what is read in place and what is a file. Texts with a name are files, unless the mail has
 * no other text: some programs give their bodies names. A text of another kind is read where it is the only one, as it is
 * written (RFC 2046, section 4.1.4).
 */
export function collectContent(
	root: MimePart,
	bodyCharactersMax: number,
): Content {
	for (const isBody of [isUnnamed, isNotAttached]) {
		const content = collect(root, bodyCharactersMax, isBody);
		if (content.segments.length > 0) return content;
	}
	return collect(root, bodyCharactersMax, isOtherText);
}

function collect(
	part: MimePart,
	bodyCharactersMax: number,
	isBody: (part: MimePart) => boolean,
): Content {
	if (part.children.length > 0) {
		const contents = part.children.map((child) =>
			collect(child, bodyCharactersMax, isBody),
		);
		const files = contents.flatMap((it) => it.files);
		const segments = contents.flatMap((it) => it.segments);
		return part.contentType === "multipart/alternative"
			? { segments: alternative(segments), files }
			: { segments, files };
	}
	const type = part.contentType;
	if (IGNORED.has(type)) return NOTHING;
	const bytesMax = bodyCharactersMax * CHARACTER_BYTES_MAX;
	const read = isBody(part) && part.data.length <= bytesMax;
	const body = read ? decodeBody(part) : null;
	if (body === null) return { segments: [], files: [part] };
	const { html, images } =
		type === "text/html" ? extractDataImages(body) : { html: null, images: [] };
	const shown = html ?? body;
	if (shown.length > bodyCharactersMax) return { segments: [], files: [part] };
	const segment = html === null ? { text: body, html } : { text: null, html };
	return { segments: [segment], files: images };
}

const NOTHING: Content = { segments: [], files: [] };

/** Text and HTML that say the same. */
function alternative(segments: readonly Segment[]): Segment[] {
	const texts = segments.flatMap(({ text }) => text ?? []);
	const html = segments.flatMap(({ html }) => html ?? []);
	if (texts.length === 0 && html.length === 0) return [];
	return [
		{
			text: texts.length > 0 ? texts.join("\n") : null,
			html: html.length > 0 ? html.join("\n") : null,
		},
	];
}

/** What has none of the parts that it announces is read as it stands. */
function isText({ contentType }: MimePart): boolean {
	return (
		contentType.startsWith("multipart/") ||
		contentType === "text/plain" ||
		contentType === "text/html"
	);
}

function isNotAttached(part: MimePart): boolean {
	if (!isText(part)) return false;
	const { disposition, contentType } = part;
	return contentType.startsWith("multipart/") || disposition !== "attachment";
}

function isUnnamed(part: MimePart): boolean {
	return isNotAttached(part) && part.filename === null;
}

function isOtherText({
	contentType,
	disposition,
	filename,
}: MimePart): boolean {
	return (
		contentType.startsWith("text/") &&
		!FILE_TYPES.test(contentType) &&
		disposition !== "attachment" &&
		filename === null
	);
}

function decodeBody(part: MimePart): string {
	const text = decodeText(part.data, part.charset).replace(/\r\n?/g, "\n");
	return part.flowed ? decodeFlowed(text, part.deleteSpace) : text;
}
