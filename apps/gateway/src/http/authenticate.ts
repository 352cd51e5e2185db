import { AppError } from "@supportdesk/errors/app-error.ts";
import { hashApiKey, isWellFormedApiKey } from "@supportdesk/keys/api-key.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Request, RequestHandler } from "express";
import type { ApiKey } from "../keys/api-key.ts";
import { invalidApiKey } from "../keys/errors.ts";
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
 * Finds the API key that a request presents. A failure never touches a key's counters: it is counted for the client's
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
			const secret = presentedKey(req);
			keyHash = hashApiKey(secret);
			if (refused.has(address) && !keys.hasSeen(keyHash)) {
				applyVerdict(res, await refused.count(address, true));
			}
			exchange.keyHash = keyHash;
			exchange.secret = secret;
			exchange.key = await findKey(keyHash, keys, now);
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

async function findKey(
	keyHash: string,
	keys: KeyCache,
	now: () => number,
): Promise<ApiKey> {
	const key = await keys.find(keyHash);
	if (!key) throw invalidApiKey();
	if (key.expiresAtMs !== null && key.expiresAtMs <= now()) {
		throw new AppError(
			"authentication_error",
			"expired_api_key",
			"This API key has expired.",
		);
	}
	return key;
}

/** The well-formed key in the Authorization header; any other value costs no query. */
function presentedKey(req: Request): string {
	// Several headers are ambiguous; Node would keep the first.
	const values = headerValues(req, "authorization");
	if (values.length === 0) {
		throw new AppError(
			"authentication_error",
			"missing_api_key",
			"Send your API key in the header Authorization: Bearer <API_KEY>.",
		);
	}
	const secret = /^bearer +(\S+)$/i.exec(values[0]!)?.[1];
	if (values.length > 1 || !secret || !isWellFormedApiKey(secret)) {
		throw invalidApiKey();
	}
	return secret;
}
