import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import type { AuthenticateResult, DKIMVerifyResult } from "mailauth";
import { boundLookups } from "./bounded-lookups.ts";
import { findClient } from "./find-client.ts";
import type { ResolveName } from "./resolve-name.ts";

/** What is known of a mail's sender, as RFC 8601 names it. */
export interface Authentication {
	readonly spf: string;
	readonly dkim: string;
	readonly dmarc: string;
}

/** The connection that a mail came over. */
export interface Origin {
	/** Undefined where a relay or a program of the workspace brought it. */
	readonly ip?: string;
	readonly helo?: string;
	/** The return path. */
	readonly sender?: string;
}

/** @param author the address that is taken for the mail's sender; undefined where it has none */
export type Authenticate = (
	raw: Buffer,
	origin: Origin,
	author: string | undefined,
) => Promise<Authentication>;

const LIMIT_MS = 5_000;
const UNKNOWN: Authentication = {
	spf: "temperror",
	dkim: "temperror",
	dmarc: "temperror",
};
const LEAST_KEY_BITS = 1024;

/**
 * Checks who sent a mail by SPF, DKIM and DMARC. What cannot be found out is `none` or `temperror` and holds no mail up:
 * only a result that was evaluated counts against a sender.
 *
 * @param resolve throws what `node:dns` does; a server that cannot be reached is a `temperror`
 */
export function createAuthenticate(resolve: ResolveName): Authenticate {
	return async (raw, origin, author) => {
		// Loaded with the first mail: it takes a tenth of a second of a start.
		const mailauth = await import("mailauth");
		const { getAlignment } = await import("mailauth/lib/tools.js");
		const domain = domainOf(author);
		const sender: Author = {
			domain,
			mayVouch: (other) => Boolean(getAlignment(domain, [other])),
		};
		const stopped = new AbortController();
		const { signal } = stopped;
		try {
			return await Promise.race([
				evaluate(mailauth, raw, origin, sender, resolve),
				sleep(LIMIT_MS, UNKNOWN, { signal, ref: false }),
			]);
		} catch {
			return UNKNOWN;
		} finally {
			stopped.abort();
		}
	};
}

type Mailauth = Pick<typeof import("mailauth"), "authenticate" | "dmarc">;

/** Whom a mail is taken to be of. */
interface Author {
	/** Empty where it is of nobody. */
	readonly domain: string;
	/** Whether a domain is of the same organization. */
	readonly mayVouch: (domain: string) => boolean;
}

async function evaluate(
	mailauth: Mailauth,
	raw: Buffer,
	{ ip, helo, sender }: Origin,
	author: Author,
	resolve: ResolveName,
): Promise<Authentication> {
	const isDirect = ip !== undefined && isIP(ip) !== 0;
	const client = isDirect ? { ip, helo } : await findClient(raw);
	const bounded = boundLookups(
		resolve,
		(domain) => author.mayVouch(domain) || author.domain.endsWith(`.${domain}`),
	);
	const resolver = (name: string, type: string) =>
		bounded(name, type) as Promise<string[]>;
	const results = await mailauth.authenticate(raw, {
		...client,
		// Relays write the return path into a header.
		trustReceived: !isDirect && client !== undefined,
		sender,
		mta: "localhost",
		minBitLength: LEAST_KEY_BITS,
		disableArc: true,
		disableBimi: true,
		resolver,
	});
	const { spf, dkim } = results;
	// Without the address of its client, SPF says nothing.
	const isSpfChecked = spf !== false && Boolean(spf["client-ip"]);
	const spfResult = isSpfChecked ? spf.status.result : "none";
	const dkimResult = bestOf(dkim.results.map(({ status }) => status.result));
	const authors = results.dmarc ? "one" : countAuthors(dkim);
	const dmarc =
		authors === "none" && sender !== undefined
			? await mailauth.dmarc({
					headerFrom: sender,
					...passed(results),
					resolver,
				})
			: results.dmarc;
	const { result, header } = dmarc ? dmarc.status : NOTHING_FOUND;
	// Programs read a malformed From differently: what was found must be about the author that the desk shows.
	const isOther =
		author.domain !== "" && withoutRoot(header?.from ?? "") !== author.domain;
	return {
		spf: spfResult,
		dkim: dkimResult,
		dmarc:
			authors === "several" || isOther
				? "fail"
				: judged(result, isSpfChecked, isUndecided(results, author)),
	};
}

const NOTHING_FOUND = { result: "none", header: undefined };

/**
 * How many authors a mail names that has no single domain to ask. With several, each could be forged by another one
 * (RFC 9989, 11.5); with none, its return path is taken for its sender.
 */
function countAuthors({ headers }: DKIMVerifyResult): "none" | "several" {
	const lines = headers?.parsed.filter(({ key }) => key === "from") ?? [];
	return lines.some(({ line }) => line.includes("@")) ? "several" : "none";
}

/** The domains that SPF and DKIM vouch for. */
function passed({ spf, dkim }: AuthenticateResult) {
	const isPassed = spf !== false && spf.status.result === "pass";
	return {
		spfDomains: isPassed ? [spf.domain] : [],
		dkimDomains: dkim.results
			.filter(({ status }) => status.result === "pass")
			.map(({ signingDomain }) => ({ domain: signingDomain ?? "" })),
	};
}

function domainOf(address: string | undefined): string {
	const key = parseEmailAddress(address ?? "")?.key ?? "";
	return key.slice(key.lastIndexOf("@") + 1);
}

const withoutRoot = (domain: string) => domain.replace(/\.+$/, "");

/** Whether a domain that may vouch for the author could not be asked. Domains of others decide nothing. */
function isUndecided(
	{ spf, dkim }: AuthenticateResult,
	{ mayVouch }: Author,
): boolean {
	const asked = dkim.results.map(({ status, signingDomain: domain }) => ({
		status,
		domain,
	}));
	return [...(spf ? [spf] : []), ...asked].some(
		({ status, domain }) =>
			status.result === "temperror" && mayVouch(domain ?? ""),
	);
}

/** A mail fails only by what was evaluated. */
function judged(
	dmarc: string,
	isSpfChecked: boolean,
	isUndecided: boolean,
): string {
	if (dmarc !== "fail") return dmarc;
	if (isUndecided) return "temperror";
	return isSpfChecked ? "fail" : "none";
}

const ORDER = ["pass", "temperror", "fail", "policy", "neutral", "permerror"];

/** Of several signatures one that holds is enough. */
function bestOf(results: readonly string[]): string {
	return ORDER.find((each) => results.includes(each)) ?? "none";
}
