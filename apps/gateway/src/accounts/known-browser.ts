import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readCookie } from "./session-cookie.ts";

const NAME = "__Host-supportdesk_browser";
// Longer than most agents are away; every sign-in begins it again.
const LIFETIME_SECONDS = 180 * 24 * 60 * 60;
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";
const NAME_BYTES = 16;
const VALUE = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * Has a browser keep that this agent has signed in there: its attempts are counted apart from then on, so that strangers
 * who try passwords do not keep the agent out.
 *
 * @param email in lower case
 * @param key the same for all gateways
 */
export function knownBrowserCookie(email: string, key: string): string {
	const name = randomBytes(NAME_BYTES).toString("base64url");
	const value = `${name}.${macOf(name, email, key)}`;
	return `${NAME}=${value}; Max-Age=${LIFETIME_SECONDS}; ${ATTRIBUTES}`;
}

/**
 * By what a browser is known in which the agent with this address has signed in; undefined for any other.
 *
 * @param cookies the request's header
 */
export function nameOfBrowser(
	cookies: string | undefined,
	email: string,
	key: string,
): string | undefined {
	const [, name, mac] = VALUE.exec(readCookie(cookies, NAME) ?? "") ?? [];
	if (name === undefined || mac === undefined) return undefined;
	const expected = Buffer.from(macOf(name, email, key));
	return timingSafeEqual(Buffer.from(mac), expected) ? name : undefined;
}

function macOf(name: string, email: string, key: string): string {
	return createHmac("sha256", key)
		.update(`known browser ${name} ${email}`)
		.digest("base64url");
}
