import { decodeText } from "../../charset/decode-text.ts";
import { ByteReader } from "./byte-reader.ts";
import { type MapiProperty, readMapiProperties } from "./mapi-properties.ts";

/** What a `winmail.dat` holds. */
export interface Tnef {
	readonly text: string | null;
	readonly html: string | null;
	readonly files: readonly TnefFile[];
}

export interface TnefFile {
	readonly filename: string | null;
	readonly contentType: string | null;
	readonly contentId: string | null;
	readonly data: Buffer;
}

const SIGNATURE = 0x223e9f78;
const FILES_MAX = 200;

// [MS-OXTNEF] 2.1.3.2
const BODY = 0x0002800c;
const MESSAGE_PROPERTIES = 0x00069003;
const FILE_START = 0x00069002;
const FILE_TITLE = 0x00018010;
const FILE_DATA = 0x0006800f;
const FILE_PROPERTIES = 0x00069005;
const CODE_PAGE = 0x00069007;

const PR_BODY = 0x1000;
const PR_HTML = 0x1013;
const PR_ATTACH_DATA = 0x3701;
const PR_ATTACH_FILENAME = 0x3704;
const PR_ATTACH_LONG_FILENAME = 0x3707;
const PR_ATTACH_MIME_TAG = 0x370e;
const PR_ATTACH_CONTENT_ID = 0x3712;

interface OpenFile {
	title: string | null;
	data: Buffer | null;
	properties: ReadonlyMap<number, MapiProperty>;
}

/** Reads the files and the body of a `winmail.dat`; undefined when it is none. What is broken is left out. */
export function readTnef(bytes: Buffer): Tnef | undefined {
	const reader = new ByteReader(bytes);
	if (reader.left < 6 || reader.uint32() !== SIGNATURE) return undefined;
	reader.uint16(); // a key that means nothing without the sender
	const files: OpenFile[] = [];
	let codePage: string | null = null;
	let body: Buffer | undefined;
	let properties: ReadonlyMap<number, MapiProperty> = new Map();
	for (const { id, data } of attributes(reader)) {
		const file = files.at(-1);
		if (id === CODE_PAGE && data.length >= 4) {
			codePage = `windows-${data.readUInt32LE()}`;
		} else if (id === BODY) body = data;
		else if (id === MESSAGE_PROPERTIES) properties = readMapiProperties(data);
		else if (id === FILE_START && files.length < FILES_MAX) {
			files.push({ title: null, data: null, properties: new Map() });
		} else if (id === FILE_TITLE && file) file.title = text8(data, codePage);
		else if (id === FILE_DATA && file) file.data = data;
		else if (id === FILE_PROPERTIES && file) {
			file.properties = readMapiProperties(data);
		}
	}
	const html = properties.get(PR_HTML);
	return {
		text:
			textOf(properties.get(PR_BODY), codePage) ??
			(body ? text8(body, codePage) : null),
		html: textOf(html, codePage),
		files: files.flatMap((file) => toFile(file, codePage)),
	};
}

function* attributes(
	reader: ByteReader,
): Iterable<{ id: number; data: Buffer }> {
	try {
		while (reader.left > 0) {
			reader.uint8(); // of the message or of a file; the id says the same
			const id = reader.uint32();
			const data = reader.bytes(reader.uint32());
			reader.uint16(); // a checksum
			yield { id, data };
		}
	} catch (err) {
		if (!(err instanceof RangeError)) throw err;
	}
}

function toFile(
	{ title, data, properties }: OpenFile,
	codePage: string | null,
): TnefFile[] {
	const text = (id: number) => textOf(properties.get(id), codePage);
	const content = data ?? properties.get(PR_ATTACH_DATA)?.data;
	if (!content) return [];
	return [
		{
			filename:
				text(PR_ATTACH_LONG_FILENAME) ?? title ?? text(PR_ATTACH_FILENAME),
			contentType: text(PR_ATTACH_MIME_TAG),
			contentId: text(PR_ATTACH_CONTENT_ID),
			data: content,
		},
	];
}

function textOf(
	property: MapiProperty | undefined,
	codePage: string | null,
): string | null {
	if (!property) return null;
	return property.encoding === "utf-16le"
		? withoutEnd(property.data.toString("utf16le"))
		: text8(property.data, codePage);
}

function text8(data: Buffer, codePage: string | null): string {
	return withoutEnd(decodeText(data, codePage));
}

/** Without the zero that ends it. */
function withoutEnd(text: string): string {
	const end = text.indexOf("\0");
	return end < 0 ? text : text.slice(0, end);
}
