import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "sk_live_";
const SECRET_LENGTH = 32; // 190 bits of randomness in base62
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32: a CRC32 always fits
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^sk_live_[0-9A-Za-z]{38}$/;

/** A new API key. It is shown once; only its hash is stored. */
export function generateApiKey(): string {
	let key = PREFIX;
	for (let i = 0; i < SECRET_LENGTH; i += 1) key += BASE62[randomInt(62)];
	return key + checksum(key);
}

/** Whether the text has the form and the checksum of an API key. Needs no query. */
export function isWellFormedApiKey(text: string): boolean {
	return (
		text.length === PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH &&
		FORM.test(text) &&
		text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)))
	);
}

/** SHA-256 of the key, in hexadecimal, as the database stores it. A random key needs no slow hash. */
export function hashApiKey(key: string): string {
	return hash("sha256", key);
}

/** The key as it may be displayed later: its beginning and its last four characters. */
export function maskApiKey(key: string): string {
	return `${PREFIX}…${key.slice(-4)}`;
}

function checksum(text: string): string {
	let rest = crc32(text);
	let out = "";
	for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
		out = BASE62[rest % 62] + out;
		rest = Math.floor(rest / 62);
	}
	return out;
}
