import { randomFillSync } from "node:crypto";

/** The prefix of every kind of id in the product. */
export type IdPrefix =
	| "tkt"
	| "cnt"
	| "usr"
	| "grp"
	| "msg"
	| "att"
	| "drf"
	| "kb"
	| "gap"
	| "knt"
	| "key"
	| "wsp"
	| "evt"
	| "whk"
	| "dlv"
	| "mbx"
	| "mcr"
	| "blk"
	| "mail"
	| "ses"
	| "aud"
	| "req";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const RANDOM_POOL_BYTES = 10 * 256; // one system call for 256 ids

const pool = Buffer.alloc(RANDOM_POOL_BYTES);
let poolOffset = RANDOM_POOL_BYTES;

/**
 * A new id: the prefix and a UUIDv7 in Crockford base32, 26 lower-case characters (the TypeID format,
 * https://github.com/jetify-com/typeid/tree/main/spec). Ids made later sort later, to the millisecond.
 *
 * @param nowMs milliseconds since the epoch; the clock is the caller's.
 */
export function newId(prefix: IdPrefix, nowMs: number): string {
	if (poolOffset === RANDOM_POOL_BYTES) {
		randomFillSync(pool);
		poolOffset = 0;
	}
	const bytes = new Uint8Array(16);
	for (let i = 5, rest = nowMs; i >= 0; i -= 1, rest = Math.floor(rest / 256)) {
		bytes[i] = rest % 256;
	}
	bytes.set(pool.subarray(poolOffset, poolOffset + 10), 6);
	poolOffset += 10;
	bytes[6] = 0x70 | (bytes[6]! & 0x0f); // version 7
	bytes[8] = 0x80 | (bytes[8]! & 0x3f); // variant of RFC 9562
	return `${prefix}_${base32(bytes)}`;
}

/** Whether the text is an id of this kind. Does not check whether the resource exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
	return (
		text.length === prefix.length + 27 &&
		text.startsWith(prefix) &&
		text[prefix.length] === "_" &&
		SUFFIX.test(text.slice(prefix.length + 1))
	);
}

/** 128 bits as 26 characters: two zero bits in front, then five bits a character. */
function base32(bytes: Uint8Array): string {
	let text = "";
	let bits = 0;
	let bitCount = 2;
	for (const byte of bytes) {
		bits = (bits << 8) | byte;
		bitCount += 8;
		while (bitCount >= 5) {
			bitCount -= 5;
			text += ALPHABET[(bits >>> bitCount) & 31];
		}
		bits &= (1 << bitCount) - 1;
	}
	return text;
}
