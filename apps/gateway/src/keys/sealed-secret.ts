import {
	createCipheriv,
	createDecipheriv,
	hkdfSync,
	randomBytes,
} from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// The secret of a new key is stored with the response, for a repeated request. It is encrypted under the secret that the
// request presents, which the database does not hold either: only who could create the key can read it again.

/** Encrypts a key's new secret under the caller's own. @param keyId of the key that the secret belongs to */
export function sealSecret(
	secret: string,
	callersSecret: string,
	keyId: string,
): string {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, keyOf(callersSecret), nonce);
	cipher.setAAD(Buffer.from(keyId));
	const sealed = [nonce, cipher.update(secret, "utf8"), cipher.final()];
	return Buffer.concat([...sealed, cipher.getAuthTag()]).toString("base64url");
}

/** @throws Error for other arguments than those of `sealSecret`. */
export function openSecret(
	sealed: string,
	callersSecret: string,
	keyId: string,
): string {
	const bytes = Buffer.from(sealed, "base64url");
	const nonce = bytes.subarray(0, NONCE_BYTES);
	const decipher = createDecipheriv(CIPHER, keyOf(callersSecret), nonce);
	decipher.setAAD(Buffer.from(keyId));
	decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
	return (
		decipher.update(
			bytes.subarray(NONCE_BYTES, -TAG_BYTES),
			undefined,
			"utf8",
		) + decipher.final("utf8")
	);
}

/** A random secret of 190 bits needs no slow derivation. */
function keyOf(secret: string): Buffer {
	const key = hkdfSync("sha256", secret, "", "new api key", KEY_BYTES);
	return Buffer.from(key);
}
