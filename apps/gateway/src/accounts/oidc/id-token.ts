import { openSecret, sealSecret } from "../../keys/sealed-secret.ts";

// It is shown to the provider in an address, of which many servers take 8 KiB.
const CHARACTERS_MAX = 6_000;

/**
 * As it is stored with its session: encrypted under the session's token, which only the browser has. Undefined for one that
 * is too long for the address at which a session ends.
 */
export function sealIdToken(
	idToken: string,
	sessionToken: string,
	sessionId: string,
): string | undefined {
	return idToken.length <= CHARACTERS_MAX
		? sealSecret(idToken, sessionToken, sessionId)
		: undefined;
}

/** Undefined where the session was stored without one. */
export function openIdToken(
	sealed: string | null,
	sessionToken: string,
	sessionId: string,
): string | undefined {
	return sealed === null
		? undefined
		: openSecret(sealed, sessionToken, sessionId);
}
