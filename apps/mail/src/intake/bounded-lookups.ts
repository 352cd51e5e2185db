import type { ResolveName } from "./resolve-name.ts";

// What domains of others take of the five seconds for a mail.
const OTHERS_MS_MAX = 2_000;
// A mail has one signature of its author, or two of different algorithms.
const AUTHORS_KEYS_MAX = 10;
const KEY_OF = /(?:^|\.)_domainkey\.(.+)$/;
const POLICY_OF = /^_dmarc\.(.+)$/;

/**
 * The lookups for one mail. Only those for the domain of its author decide whether it is forged: a sender whose own name
 * servers are slow, or who names very many keys, must not use up their time.
 *
 * @param isAuthors whether a domain is of the author's organization, or above it
 */
export function boundLookups(
	resolve: ResolveName,
	isAuthors: (domain: string) => boolean,
): ResolveName {
	let othersMs = 0;
	let keys = 0;
	let isSpfAuthors: boolean | undefined;

	const decides = (name: string, type: string): boolean => {
		const owner = (KEY_OF.exec(name) ?? POLICY_OF.exec(name))?.[1];
		if (owner !== undefined) return isAuthors(owner);
		// An SPF record names domains of others, too; the one that has it is looked up first.
		if (type === "TXT") isSpfAuthors ??= isAuthors(name);
		return isSpfAuthors || isAuthors(name);
	};
	const resolveOthers: ResolveName = async (name, type) => {
		const leftMs = OTHERS_MS_MAX - othersMs;
		if (leftMs <= 0) throw dnsError("ETIMEOUT");
		const startedMs = performance.now();
		try {
			return await within(resolve(name, type), leftMs);
		} finally {
			othersMs += performance.now() - startedMs;
		}
	};
	return async (name, type) => {
		const lowerName = name.toLowerCase();
		if (!decides(lowerName, type)) return resolveOthers(name, type);
		if (KEY_OF.test(lowerName) && ++keys > AUTHORS_KEYS_MAX)
			throw dnsError("ENOTFOUND");
		return resolve(name, type);
	};
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(dnsError("ETIMEOUT")), ms);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}

function dnsError(code: string): Error {
	return Object.assign(new Error(code), { code });
}
