import {
	createCipheriv,
	createDecipheriv,
	hkdfSync,
	randomBytes,
} from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text that is stored: nonce, tag and ciphertext.
 *
 * @param key the installation's SECRETS_KEY; what was encrypted with another key is lost.
 * @param owner what the text belongs to: it cannot be decrypted as something else's.
 */
export function encryptText(key: string, owner: string, text: string): Buffer {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(ALGORITHM, derivedKey(key), iv);
	cipher.setAAD(Buffer.from(owner));
	const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** @throws Error where the key or the owner is another one, or bytes have changed. */
export function decryptText(key: string, owner: string, bytes: Buffer): string {
	const iv = bytes.subarray(0, IV_BYTES);
	const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
	const decipher = createDecipheriv(ALGORITHM, derivedKey(key), iv);
	decipher.setAAD(Buffer.from(owner));
	decipher.setAuthTag(tag);
	const body = bytes.subarray(IV_BYTES + TAG_BYTES);
	return Buffer.concat([decipher.update(body), decipher.final()]).toString();
}

function derivedKey(key: string): Buffer {
	return Buffer.from(hkdfSync("sha256", key, "", "mailbox", KEY_BYTES));
}
