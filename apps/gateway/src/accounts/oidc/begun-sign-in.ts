import { z } from "zod";
import { openSecret, sealSecret } from "../../keys/sealed-secret.ts";
import { readCookie } from "../session-cookie.ts";
import type { Expected } from "./provider.ts";

/** A sign-in that the provider has not answered yet. Its browser keeps it, encrypted. */
export interface BegunSignIn extends Expected {
	/** The page of the console that was wanted. */
	readonly returnTo: string;
	readonly workspaceId: string | undefined;
}

const Begun = z.object({
	state: z.string(),
	nonce: z.string(),
	codeVerifier: z.string(),
	returnTo: z.string(),
	workspaceId: z.string().optional(),
	expiresAtMs: z.number(),
});

const NAME = "__Host-supportdesk_oidc";
// The provider asks for a password, a second factor, and sometimes for a new password.
const LIFETIME_SECONDS = 600;
// The browser sends it along when the provider leads back to this server, because that is a navigation.
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";
const PURPOSE = "sign-in at a provider";

/** @param key the same for all gateways */
export function begunCookie(
	begun: BegunSignIn,
	key: string,
	nowMs: number,
): string {
	const expiresAtMs = nowMs + LIFETIME_SECONDS * 1_000;
	const text = JSON.stringify({ ...begun, expiresAtMs });
	const sealed = sealSecret(text, key, PURPOSE);
	return `${NAME}=${sealed}; Max-Age=${LIFETIME_SECONDS}; ${ATTRIBUTES}`;
}

/** Has the browser forget it: each is good for one response. */
export const NO_BEGUN_COOKIE = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;

/** Undefined where the browser has begun none, or too long ago. */
export function readBegun(
	cookies: string | undefined,
	key: string,
	nowMs: number,
): BegunSignIn | undefined {
	const sealed = readCookie(cookies, NAME);
	if (!sealed) return undefined;
	try {
		const { expiresAtMs, ...begun } = Begun.parse(
			JSON.parse(openSecret(sealed, key, PURPOSE)),
		);
		return expiresAtMs > nowMs
			? { ...begun, workspaceId: begun.workspaceId }
			: undefined;
	} catch {
		return undefined;
	}
}
