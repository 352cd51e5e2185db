/**
 * Decodes the files of a message in place, where their text is canonical base64: a thread hands bytes over without a copy,
 * while checking and decoding 27 MB of text would hold up other requests for some 50 ms.
 *
 * @param body a parsed body of any shape
 * @returns the memory of the files, to be handed over
 */
export function decodeFiles(body: unknown): ArrayBuffer[] {
	const files = propertyOf(body, "attachments");
	if (!Array.isArray(files)) return [];
	return files.flatMap((file: unknown) => {
		const text = propertyOf(file, "data");
		if (typeof text !== "string" || !isBase64(text)) return [];
		// Memory of its own: that of a buffer from Node.js' pool cannot be handed over.
		const data = new Uint8Array(decodedSize(text));
		Buffer.from(data.buffer).write(text, "base64");
		(file as { data: unknown }).data = data;
		return [data.buffer];
	});
}

function propertyOf(value: unknown, name: string): unknown {
	if (typeof value !== "object" || value === null) return undefined;
	return Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: undefined;
}

const QUANTUM = 4; // characters for three bytes

/** The decoded length of a base64 text, without decoding it. */
export function decodedSize(text: string): number {
	const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
	return (text.length / QUANTUM) * 3 - padding;
}

const BASE64_CHARACTERS = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether the text is canonical base64: padded, in the standard alphabet, with unused bits zero. */
export function isBase64(text: string): boolean {
	if (text.length % QUANTUM !== 0) return false;
	if (!BASE64_CHARACTERS.test(text)) return false;
	// Encoding the decoded last quantum again clears its unused bits.
	const last = text.slice(-QUANTUM);
	return Buffer.from(last, "base64").toString("base64") === last;
}
