import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A secret of a session or a link: 256 random bits in base64url. Only its hash is stored. */
export function newToken(): string {
	return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Whether the text can be a token; any other costs no query. */
export function isToken(text: string): boolean {
	return TOKEN.test(text);
}

/** SHA-256 in hexadecimal: a random secret of 256 bits needs no slow hash. */
export function hashToken(token: string): string {
	return hash("sha256", token);
}
