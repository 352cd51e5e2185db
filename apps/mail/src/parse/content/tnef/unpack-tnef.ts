import type { MimePart } from "../../mime/split-mime.ts";
import type { Content, Segment } from "../collect-content.ts";
import { readTnef, type TnefFile } from "./read-tnef.ts";

const TYPES = new Set(["application/ms-tnef", "application/vnd.ms-tnef"]);
const NAME = /^winmail\.dat$/i;

/** Puts what a `winmail.dat` holds in its place: its files, and its body where the mail has no other. */
export function unpackTnef({ segments, files }: Content): Content {
	const own: Segment[] = [];
	const unpacked = files.flatMap((part) => {
		const tnef = isTnef(part) ? readTnef(part.data) : undefined;
		if (!tnef) return [part];
		const { text, html } = tnef;
		const hasBody = (text ?? html ?? "").trim() !== "";
		if (hasBody) own.push({ text, html });
		const parts = tnef.files.map((file) => toPart(file));
		// Its text may be rich text, which is not read.
		const unread = !hasBody && !hasText(segments);
		return unread ? [...parts, part] : parts;
	});
	return {
		segments: hasText(segments) ? segments : [...segments, ...own],
		files: unpacked,
	};
}

function isTnef({ contentType, filename }: MimePart): boolean {
	return TYPES.has(contentType) || NAME.test(filename ?? "");
}

function hasText(segments: readonly Segment[]): boolean {
	return segments.some(({ text, html }) => (text ?? html ?? "").trim() !== "");
}

function toPart({
	filename,
	contentType,
	contentId,
	data,
}: TnefFile): MimePart {
	return {
		contentType: contentType?.toLowerCase() ?? "application/octet-stream",
		charset: null,
		disposition: "attachment",
		filename,
		contentId: contentId?.replace(/^<|>$/g, "") ?? null,
		flowed: false,
		deleteSpace: false,
		headerLines: [],
		data,
		children: [],
	};
}
