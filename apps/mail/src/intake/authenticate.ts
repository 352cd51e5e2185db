import { isIP } from "node:net";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import type {
	Evidence,
	KeyAnswer,
	Signature,
} from "../parse/evidence/evidence.ts";
import type { ReadEvidence } from "../parse/mail-parser.ts";
import { boundLookups } from "./bounded-lookups.ts";
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

// RFC 5321, 4.5.3.1, allows less.
const HOST_LENGTH_MAX = 255;
const ADDRESS_LENGTH_MAX = 320;
const HOSTILE: Authentication = {
	spf: "none",
	dkim: "permerror",
	dmarc: "fail",
};

/**
 * Checks who sent a mail by SPF, DKIM and DMARC. What cannot be found out is `none` or `temperror` and holds no mail up:
 * only a result that was evaluated counts against a sender, and bytes that no honest program writes.
 *
 * @param resolve throws what `node:dns` does; a server that cannot be reached is a `temperror`
 */
export function createAuthenticate(
	resolve: ResolveName,
	readEvidence: ReadEvidence,
): Authenticate {
	return async (raw, origin, author) => {
		const { getAlignment } = await import("mailauth/lib/tools.js");
		const domain = domainOf(author);
		const mayVouch = (other: string) => Boolean(getAlignment(domain, [other]));
		const lookUp = boundLookups(
			resolve,
			(other) => mayVouch(other) || domain.endsWith(`.${other}`),
		);
		const evidence = await gather(raw, lookUp, readEvidence);
		if (!evidence || evidence.authors.some(isTooLong)) return HOSTILE;
		try {
			return await judge(evidence, origin, { domain, mayVouch }, lookUp);
		} catch {
			return HOSTILE;
		}
	};
}

/** Whom a mail is taken to be of. */
interface Author {
	/** Empty where it is of nobody. */
	readonly domain: string;
	/** Whether a domain is of the same organization. */
	readonly mayVouch: (domain: string) => boolean;
}

/** Reads the mail once more where its signatures need keys. */
async function gather(
	raw: Buffer,
	lookUp: ResolveName,
	readEvidence: ReadEvidence,
): Promise<Evidence | undefined> {
	const unsigned = await readEvidence(raw, new Map());
	if (!unsigned || unsigned.missingKeys.length === 0) return unsigned;
	const found = unsigned.missingKeys.map(
		async (name): Promise<readonly [string, KeyAnswer]> => [
			name,
			await findKey(name, lookUp),
		],
	);
	return readEvidence(raw, new Map(await Promise.all(found)));
}

async function findKey(name: string, lookUp: ResolveName): Promise<KeyAnswer> {
	try {
		return { records: (await lookUp(name, "TXT")) as string[][] };
	} catch (err) {
		return { code: String((err as { code?: unknown }).code) };
	}
}

async function judge(
	evidence: Evidence,
	origin: Origin,
	author: Author,
	lookUp: ResolveName,
): Promise<Authentication> {
	// Loaded with the first mail: it takes a tenth of a second of a start.
	const mailauth = await import("mailauth");
	const resolver = (name: string, type: string) =>
		lookUp(name, type) as Promise<string[]>;
	const { signatures, authors, fromHeaders, namesAuthor } = evidence;
	const client = clientOf(origin, evidence);
	const spf =
		client && (await mailauth.spf({ ...client, mta: "localhost", resolver }));
	const spfResult = spf ? spf.status.result : "none";
	const vouched = {
		spfDomains: spf && spfResult === "pass" ? [spf.domain] : [],
		dkimDomains: signatures.filter(({ result }) => result === "pass"),
	};
	const ofAuthors = await mailauth.dmarc({
		...{ headerFrom: [...authors], fromFields: fromHeaders },
		...{ ...vouched, resolver },
	});
	// With several authors, each could be forged by another one (RFC 9989, 11.5).
	const hasSeveral = !ofAuthors && namesAuthor;
	// With none, the return path is taken for the sender.
	const isNameless = !ofAuthors && !namesAuthor && origin.sender !== undefined;
	const dmarc = isNameless
		? await mailauth.dmarc({
				...{ headerFrom: origin.sender!, ...vouched, resolver },
			})
		: ofAuthors;
	const { result, header } = dmarc ? dmarc.status : NOTHING_FOUND;
	// Programs read a malformed From differently: what was found must be about the author that the desk shows.
	const isOther =
		author.domain !== "" && withoutRoot(header?.from ?? "") !== author.domain;
	const asked = spf
		? [...signatures, { domain: spf.domain, result: spfResult }]
		: signatures;
	return {
		spf: spfResult,
		dkim: bestOf(signatures.map((each) => each.result)),
		dmarc:
			hasSeveral || isOther
				? "fail"
				: judged(result, spf !== undefined, isUndecided(asked, author)),
	};
}

const NOTHING_FOUND = { result: "none", header: undefined };

/** Whom SPF is checked for; undefined where the address of the client is not known. */
function clientOf(
	{ ip, helo, sender }: Origin,
	{ client, returnPath }: Evidence,
) {
	const isDirect = ip !== undefined && isIP(ip) !== 0;
	const known = isDirect ? { ip, helo } : client;
	if (!known) return undefined;
	const name = known.helo ?? known.ip;
	const path = sender ?? (isDirect ? undefined : returnPath);
	return {
		ip: known.ip,
		// An address of its own is written in brackets.
		helo: isIP(name) ? `[${name}]` : name.slice(0, HOST_LENGTH_MAX),
		sender: path?.slice(-ADDRESS_LENGTH_MAX),
	};
}

function domainOf(address: string | undefined): string {
	const key = parseEmailAddress(address ?? "")?.key ?? "";
	return key.slice(key.lastIndexOf("@") + 1);
}

const isTooLong = (address: string) => address.length > ADDRESS_LENGTH_MAX;

const withoutRoot = (domain: string) => domain.replace(/\.+$/, "");

/** Whether a domain that may vouch for the author could not be asked. Domains of others decide nothing. */
function isUndecided(
	asked: readonly Signature[],
	{ mayVouch }: Author,
): boolean {
	return asked.some(
		({ result, domain }) => result === "temperror" && mayVouch(domain),
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
