import type { NewMessage } from "./gen/api.ts";

export type NewAttachment = NonNullable<NewMessage["attachments"]>[number];

const CHUNK = 0x8000; // arguments that every engine passes to one function

/** A file as an element of a message's `attachments`. */
export async function toAttachment(
	filename: string,
	data: Blob | ArrayBuffer | Uint8Array | string,
	contentType?: string,
): Promise<NewAttachment> {
	const blob =
		data instanceof Blob
			? data
			: new Blob([data as string | ArrayBuffer | Uint8Array<ArrayBuffer>]);
	const bytes = new Uint8Array(await blob.arrayBuffer());
	let binary = "";
	for (let at = 0; at < bytes.length; at += CHUNK) {
		binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
	}
	return {
		filename,
		content_type: contentType || blob.type || "application/octet-stream",
		data: btoa(binary),
	};
}
