// The types of settings. The error message of each states the expected value.
import { isIP } from "node:net";
import { z } from "zod";

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
	const range =
		max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
	const error = `Expected a whole number, ${range}`;
	return z.coerce.number(error).int(error).min(min, error).max(max, error);
}

const DAYS_MAX = 36_500;

/**
 * How long something lasts or is kept. More than a hundred years are a hundred: ISO 8601 has no form that PostgreSQL reads
 * for years before 1 and after 9999.
 */
export function days(min: number) {
	return wholeNumber(min).transform((given) => Math.min(given, DAYS_MAX));
}

/** The same in hours. */
export function hours(min: number) {
	return wholeNumber(min).transform((given) => Math.min(given, DAYS_MAX * 24));
}

export const PORT_MAX = 65_535;

/** 0 takes a free one. */
export const port = wholeNumber(0, PORT_MAX);

/** An address with one of these schemes. */
export function url(...schemes: [string, ...string[]]) {
	const expected = schemes.map((scheme) => `${scheme}://…`).join(" or ");
	return z.url({
		protocol: new RegExp(`^(?:${schemes.join("|")})$`),
		error: unlessUnset(`Expected ${expected}`),
	});
}

export const databaseUrl = url("postgresql", "postgres");

/** Redis's client refuses an address whose user or password it cannot decode, with an error that names no setting. */
export const redisUrl = url("redis", "rediss").refine(
	hasEncodedUser,
	"Expected the user's name and password percent-encoded: % is %25",
);

function hasEncodedUser(address: string): boolean {
	try {
		const { username, password } = new URL(address);
		decodeURIComponent(username);
		decodeURIComponent(password);
		return true;
	} catch {
		return false;
	}
}

/** Address of a service that is called with `fetch`, which takes no password in an address. */
export const webUrl = url("https", "http").refine(
	(value) => !/^[a-z]+:\/\/[^/?#]*@/i.test(value),
	"Expected an address without a user's name or password",
);

/** Address of a service, as a gRPC target name. */
export const grpcTarget = z
	.string()
	.regex(
		/^(?:dns:(?:\/\/[^/\s]*\/)?)?[^/\s]+:\d+$|^(?:ipv4|ipv6|unix):\S+$/,
		"Expected host:port or a gRPC name such as dns:///tickets:50051",
	);

/** For a setting without a default: an unset one has a message of its own. */
function unlessUnset(expected: string) {
	return ({ code }: { code?: string }) =>
		code === "invalid_type" ? undefined : expected;
}

/** What commas separate, without the spaces around it. */
export const list = z.string().transform((value) =>
	value
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== ""),
);

/** Networks in CIDR notation, separated by commas. */
export const networks = list.refine(
	(value) => value.every(isNetwork),
	"Expected networks such as 10.1.0.0/16, separated by commas",
);

const ADDRESS_BITS: Record<number, number> = { 4: 32, 6: 128 };

function isNetwork(text: string): boolean {
	const [, address, prefix] = /^([\d.a-fA-F:]+)\/(\d{1,3})$/.exec(text) ?? [];
	return Number(prefix) <= (ADDRESS_BITS[isIP(address ?? "")] ?? -1);
}

/** DNS servers by their IP addresses, with or without a port, separated by commas. */
export const dnsServers = list.refine(
	(value) => value.every(isDnsServer),
	"Expected IP addresses, separated by commas",
);

function isDnsServer(text: string): boolean {
	if (isIP(text)) return true;
	const [, six, four, given = "0"] =
		/^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
	const isAddress = four ? isIP(four) === 4 : isIP(six ?? "") === 6;
	return isAddress && Number(given) <= PORT_MAX;
}
