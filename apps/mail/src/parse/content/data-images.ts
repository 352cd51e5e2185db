import { createHash } from "node:crypto";
import type { MimePart } from "../mime/split-mime.ts";

const IMAGES_MAX = 200;
const DATA_IMAGE =
	/(["'])data:(image\/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/=\s]+)\1/gi;

/** HTML whose images are parts of the mail, and these parts. */
export interface WithParts {
	readonly html: string;
	readonly images: readonly MimePart[];
}

/** Makes parts of the images that are within HTML as `data:` addresses; each is one part, however often it is shown. */
export function extractDataImages(html: string): WithParts {
	const images = new Map<string, MimePart>();
	const replaced = html.replace(
		DATA_IMAGE,
		(whole, quote: string, type: string, base64: string) => {
			const data = Buffer.from(base64, "base64");
			const contentId = `${createHash("sha256").update(data).digest("hex")}@data`;
			if (!images.has(contentId) && images.size >= IMAGES_MAX) return whole;
			images.set(contentId, imagePart(type.toLowerCase(), contentId, data));
			return `${quote}cid:${contentId}${quote}`;
		},
	);
	return { html: replaced, images: [...images.values()] };
}

function imagePart(
	contentType: string,
	contentId: string,
	data: Buffer,
): MimePart {
	return {
		contentType: contentType === "image/jpg" ? "image/jpeg" : contentType,
		charset: null,
		disposition: "inline",
		filename: null,
		contentId,
		flowed: false,
		deleteSpace: false,
		headerLines: [],
		data,
		children: [],
	};
}
