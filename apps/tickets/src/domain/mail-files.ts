import { MISLEADING } from "@supportdesk/text/misleading.ts";
import { type AttachmentFile, safeFilename, safeType } from "./attachment.ts";

/** A file of a mail, and how its HTML names it. */
export interface MailFile extends AttachmentFile {
	/** Empty for none. */
	readonly contentId: string;
}

const MISLEADING_CHARACTERS = new RegExp(MISLEADING.source, "gu");
const NAME_CHARACTERS_MAX = 60; // at most 240 bytes
const NO_NAME = "attachment";

/** Files of a mail as they are safe to hand out. Nothing is refused: a name that cannot be used is replaced. */
export async function readMailFiles(
	files: readonly MailFile[],
): Promise<MailFile[]> {
	return Promise.all(
		files.map(async (file) => ({
			...file,
			filename: nameOf(file.filename),
			contentType: await safeType(file.contentType, file.data),
		})),
	);
}

function nameOf(given: string): string {
	const clean = given.replace(MISLEADING_CHARACTERS, "");
	try {
		return safeFilename(clean, "");
	} catch {
		const end = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? "";
		const start = [...clean.slice(0, clean.length - end.length)]
			.filter((each) => !"/\\".includes(each))
			.slice(0, NAME_CHARACTERS_MAX - end.length)
			.join("")
			.replaceAll(/[<>:"|?*]/g, "_")
			.replaceAll(/^[.\s]+|[.\s]+$/g, "");
		return `${start.trim() || NO_NAME}${end}`;
	}
}

/** Has images in the HTML that the mail brings along point to where their bytes are. */
export function withImages(
	html: string,
	urls: ReadonlyMap<string, string>,
): string {
	if (urls.size === 0) return html;
	return html.replace(
		/(<img\b[^>]*?\ssrc=")cid:([^"]+)"/gi,
		(all, start, id) => {
			const url = urls.get(decoded(id.replaceAll("&amp;", "&")));
			return url === undefined ? all : `${start}${url}"`;
		},
	);
}

function decoded(id: string): string {
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}
