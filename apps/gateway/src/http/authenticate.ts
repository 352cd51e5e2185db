import { sessionKey } from "@supportdesk/accounts/sessions.ts";
import { hashToken } from "@supportdesk/accounts/token.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { hashApiKey, isWellFormedApiKey } from "@supportdesk/keys/api-key.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Request, RequestHandler } from "express";
import { sessionExpired } from "../accounts/errors.ts";
import {
	hasSessionCookie,
	readSessionCookie,
} from "../accounts/session-cookie.ts";
import type { ApiKey } from "../keys/api-key.ts";
import { expiredApiKey, invalidApiKey, missingApiKey } from "../keys/errors.ts";
import type { KeyCache } from "../keys/key-cache.ts";
import type { LastUse } from "../keys/last-use.ts";
import { createRefusedAddresses } from "../keys/refused-addresses.ts";
import { exchangeOf } from "./exchange.ts";
import { applyVerdict } from "./limit-rate.ts";
import { headerValues } from "./request-headers.ts";

interface Deps {
	readonly keys: KeyCache;
	readonly limiter: Limiter;
	readonly lastUse: Pick<LastUse, "note">;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/**
 * Finds the API key or the session that a request presents: cookies are ignored where it has an Authorization header. A failure never touches a key's counters: it is counted for the client's
 * address, whose counters fill the response's headers, and past that limit it is a 429. An address that tries unknown keys
 * past its limit costs no further query: only keys that this gateway has seen before are looked up for it.
 */
export function authenticate({
	keys,
	limiter,
	lastUse,
	now,
}: Deps): RequestHandler {
	const refused = createRefusedAddresses(limiter, now);
	return async (req, res, next) => {
		const exchange = exchangeOf(res);
		const address = req.ip ?? "";
		let keyHash: string | undefined;
		try {
			const secret = presentedSecret(req);
			keyHash = secret.hash;
			if (refused.has(address) && !keys.hasSeen(keyHash)) {
				applyVerdict(res, await refused.count(address, true));
			}
			exchange.keyHash = keyHash;
			exchange.secret = secret.text;
			exchange.key = await findKey(secret, keys, now);
			exchange.apiVersion = exchange.key.apiVersion;
			lastUse.note(exchange.key);
		} catch (error) {
			if (error instanceof AppError && error.type === "authentication_error") {
				const isKey = keyHash !== undefined;
				applyVerdict(res, await refused.count(address, isKey));
			}
			throw error;
		}
		next();
	};
}

/** What a request presents: an API key, or the token of a session. */
interface Secret {
	readonly text: string;
	/** What the cache of keys knows it by. */
	readonly hash: string;
	readonly isSession: boolean;
}

async function findKey(
	{ hash, isSession }: Secret,
	keys: KeyCache,
	now: () => number,
): Promise<ApiKey> {
	const key = await keys.find(hash);
	if (!key) throw isSession ? sessionExpired() : invalidApiKey();
	if (key.expiresAtMs !== null && key.expiresAtMs <= now()) {
		throw isSession ? sessionExpired() : expiredApiKey();
	}
	return key;
}

/** The well-formed key in the Authorization header, or else the session of the cookie; any other value costs no query. */
function presentedSecret(req: Request): Secret {
	// Several headers are ambiguous; Node would keep the first.
	const values = headerValues(req, "authorization");
	if (values.length === 0) return presentedSession(req);
	const text = /^bearer +(\S+)$/i.exec(values[0]!)?.[1];
	if (values.length > 1 || !text || !isWellFormedApiKey(text)) {
		throw invalidApiKey();
	}
	return { text, hash: hashApiKey(text), isSession: false };
}

function presentedSession(req: Request): Secret {
	const text = readSessionCookie(req);
	if (text !== undefined)
		return { text, hash: sessionKey(hashToken(text)), isSession: true };
	if (hasSessionCookie(req)) throw sessionExpired();
	throw missingApiKey();
}
