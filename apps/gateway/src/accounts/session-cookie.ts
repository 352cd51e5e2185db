import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isToken } from "@supportdesk/accounts/token.ts";

// Browsers take a cookie of this prefix only with Secure, for the whole host, and not for its subdomains.
const NAME = "__Host-supportdesk_session";
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";

/** The session's token; undefined where the request has none of its form. */
export function readSessionCookie({
	headers,
}: IncomingMessage): string | undefined {
	const value = readCookie(headers.cookie, NAME);
	return value !== undefined && isToken(value) ? value : undefined;
}

/** @param cookies the request's header */
export function readCookie(
	cookies: string | undefined,
	wanted: string,
): string | undefined {
	for (const part of (cookies ?? "").split(";")) {
		const [name, value = ""] = part.trim().split("=", 2);
		if (name === wanted) return value;
	}
	return undefined;
}

/** Whether the request has a session's cookie, of any form. */
export function hasSessionCookie({ headers }: IncomingMessage): boolean {
	return headers.cookie?.includes(`${NAME}=`) ?? false;
}

export function sessionCookie(token: string, maxAgeSeconds: number): string {
	return `${NAME}=${token}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}`;
}

/** Has the browser forget the session's cookie. */
export const NO_SESSION_COOKIE = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;

/**
 * What a page of this origin sends back with every change. It follows from the session's token, which no script can read,
 * so that it need not be stored.
 */
export function csrfTokenOf(token: string): string {
	return createHmac("sha256", token).update("csrf").digest("base64url");
}

export function isCsrfTokenOf(token: string, given: string): boolean {
	const expected = Buffer.from(csrfTokenOf(token));
	const actual = Buffer.from(given);
	return expected.length === actual.length && timingSafeEqual(expected, actual);
}
