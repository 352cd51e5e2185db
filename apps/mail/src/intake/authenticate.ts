import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuthenticateResult, DKIMVerifyResult } from "mailauth";
import { findClient } from "./find-client.ts";

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

export type Authenticate = (
	raw: Buffer,
	origin: Origin,
) => Promise<Authentication>;

/** Looks names up in the DNS, as `resolve` of `node:dns` does. */
export type ResolveName = (name: string, type: string) => Promise<unknown>;

const LIMIT_MS = 5_000;
const UNKNOWN: Authentication = {
	spf: "temperror",
	dkim: "temperror",
	dmarc: "temperror",
};
const LEAST_KEY_BITS = 1024;

/**
 * Looks names up, waiting for two seconds at most.
 *
 * @param servers to ask; the machine's own when there are none
 */
export function createResolveName(servers: readonly string[]): ResolveName {
	const resolver = new Resolver({ timeout: 1_000, tries: 2 });
	if (servers.length > 0) resolver.setServers(servers);
	return (name, type) => resolver.resolve(name, type);
}

/**
 * Checks who sent a mail by SPF, DKIM and DMARC. What cannot be found out is `none` or `temperror` and holds no mail up:
 * only a result that was evaluated counts against a sender.
 *
 * @param resolve throws what `node:dns` does; a server that cannot be reached is a `temperror`
 */
export function createAuthenticate(resolve: ResolveName): Authenticate {
	return async (raw, origin) => {
		// Loaded with the first mail: it takes a tenth of a second of a start.
		const mailauth = await import("mailauth");
		const stopped = new AbortController();
		const { signal } = stopped;
		try {
			return await Promise.race([
				evaluate(mailauth, raw, origin, resolve),
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

async function evaluate(
	mailauth: Mailauth,
	raw: Buffer,
	{ ip, helo, sender }: Origin,
	resolve: ResolveName,
): Promise<Authentication> {
	const isDirect = ip !== undefined && isIP(ip) !== 0;
	const client = isDirect ? { ip, helo } : await findClient(raw);
	const resolver = (name: string, type: string) =>
		resolve(name, type) as Promise<string[]>;
	const results = await mailauth.authenticate(raw, {
		...client,
		// Relays write the return path into a header.
		trustReceived: !isDirect && client !== undefined,
		sender,
		mta: "localhost",
		minBitLength: LEAST_KEY_BITS,
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
	const parts = [spfResult, dkimResult];
	return {
		spf: spfResult,
		dkim: dkimResult,
		dmarc:
			authors === "several"
				? "fail"
				: judged(dmarc ? dmarc.status.result : "none", isSpfChecked, parts),
	};
}

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

/** A mail fails only by what was evaluated. */
function judged(
	dmarc: string,
	isSpfChecked: boolean,
	parts: readonly string[],
): string {
	if (dmarc !== "fail") return dmarc;
	if (parts.includes("temperror")) return "temperror";
	return isSpfChecked ? "fail" : "none";
}

const ORDER = ["pass", "temperror", "fail", "policy", "neutral", "permerror"];

/** Of several signatures one that holds is enough. */
function bestOf(results: readonly string[]): string {
	return ORDER.find((each) => results.includes(each)) ?? "none";
}
