import type { ResolveName } from "./resolve-name.ts";

// As long as a mail may be held up by name servers: those of its author, and those of all others.
const AUTHORS_MS_MAX = 3_000;
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
	const withinAuthors = createBudget(AUTHORS_MS_MAX);
	const withinOthers = createBudget(OTHERS_MS_MAX);
	let keys = 0;
	let isSpfAuthors: boolean | undefined;

	const decides = (name: string, type: string): boolean => {
		const owner = (KEY_OF.exec(name) ?? POLICY_OF.exec(name))?.[1];
		if (owner !== undefined) return isAuthors(owner);
		// An SPF record names domains of others, too; the one that has it is looked up first.
		if (type === "TXT") isSpfAuthors ??= isAuthors(name);
		return isSpfAuthors || isAuthors(name);
	};
	return async (name, type) => {
		const lowerName = name.toLowerCase();
		const isDeciding = decides(lowerName, type);
		if (isDeciding && KEY_OF.test(lowerName) && ++keys > AUTHORS_KEYS_MAX)
			throw dnsError("ENOTFOUND");
		const within = isDeciding ? withinAuthors : withinOthers;
		return within(() => resolve(name, type));
	};
}

/** Runs work, several at a time, until its time is used up. */
function createBudget(msMax: number) {
	let spentMs = 0;
	let running = 0;
	let startedMs = 0;
	const currentMs = () => (running > 0 ? performance.now() - startedMs : 0);
	return async <T>(work: () => Promise<T>): Promise<T> => {
		const leftMs = msMax - spentMs - currentMs();
		if (leftMs <= 0) throw dnsError("ETIMEOUT");
		if (running === 0) startedMs = performance.now();
		running += 1;
		try {
			return await endWithin(work(), leftMs);
		} finally {
			const ms = currentMs();
			running -= 1;
			if (running === 0) spentMs += ms;
		}
	};
}

async function endWithin<T>(work: Promise<T>, ms: number): Promise<T> {
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
