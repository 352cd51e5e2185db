import { ByteReader } from "./byte-reader.ts";

// [MS-OXCDATA] 2.11.1: the types that a stream holds and their sizes, fixed ones filled up to four bytes.
const FIXED_SIZES: ReadonlyMap<number, number> = new Map([
	...[0x02, 0x03, 0x04, 0x0a, 0x0b].map((type) => [type, 4] as const),
	...[0x05, 0x06, 0x07, 0x14, 0x40].map((type) => [type, 8] as const),
	[0x48, 16],
]);
const VARIABLE = new Set([0x0d, 0x1e, 0x1f, 0x102]);
const STRING_8 = 0x1e;
const UNICODE = 0x1f;
const MULTIPLE = 0x1000;
const NAMED_FROM = 0x8000;
const GUID_BYTES = 16;
const COUNT_MAX = 10_000;

/** A property that is a string or bytes. */
export interface MapiProperty {
	readonly encoding: "8bit" | "utf-16le" | "bytes";
	readonly data: Buffer;
}

/**
 * The strings and bytes of a list of properties ([MS-OXTNEF] 2.1.3.4), by their ids. What is broken ends the list.
 */
export function readMapiProperties(
	bytes: Buffer,
): ReadonlyMap<number, MapiProperty> {
	const properties = new Map<number, MapiProperty>();
	const reader = new ByteReader(bytes);
	try {
		const count = Math.min(reader.uint32(), COUNT_MAX);
		for (let i = 0; i < count; i += 1) readProperty(reader, properties);
	} catch (err) {
		if (!(err instanceof RangeError)) throw err;
	}
	return properties;
}

function readProperty(
	reader: ByteReader,
	properties: Map<number, MapiProperty>,
): void {
	const declared = reader.uint16();
	const id = reader.uint16();
	if (id >= NAMED_FROM) skipName(reader);
	const type = declared & ~MULTIPLE;
	const values =
		(declared & MULTIPLE) !== 0 || VARIABLE.has(type) ? reader.uint32() : 1;
	if (values > COUNT_MAX) throw new RangeError("too many values");
	for (let i = 0; i < values; i += 1) {
		const size = FIXED_SIZES.get(type);
		if (size !== undefined) {
			reader.bytes(size);
		} else if (VARIABLE.has(type)) {
			const data = reader.padded(reader.uint32());
			if (!properties.has(id)) {
				properties.set(id, { encoding: encodingOf(type), data });
			}
		} else {
			throw new RangeError("unknown type");
		}
	}
}

function skipName(reader: ByteReader): void {
	reader.bytes(GUID_BYTES);
	const isText = reader.uint32() === 1;
	if (isText) reader.padded(reader.uint32());
	else reader.uint32();
}

function encodingOf(type: number): MapiProperty["encoding"] {
	if (type === STRING_8) return "8bit";
	return type === UNICODE ? "utf-16le" : "bytes";
}
