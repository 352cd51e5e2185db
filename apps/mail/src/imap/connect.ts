import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import {
	type AllowedNetworks,
	isAllowedAddress,
} from "@supportdesk/public-addresses/allowed-address.ts";
import type { ImapFlow, ImapFlowOptions } from "imapflow";
import type { Account } from "./account.ts";
import { AccountFailure } from "./failure.ts";

/** Where accounts may be, and whose certificates need not verify. */
export interface ConnectOptions {
	readonly allowed: AllowedNetworks;
	/** Host names in lower case. */
	readonly unverifiedHosts: readonly string[];
}

const MIB = 1024 * 1024;
export const MAIL_BYTES_MAX = 35 * MIB;
// What a server sends at a time is in memory: a mail, or the list of a folder's millions of mails.
const LITERAL_BYTES_MAX = MAIL_BYTES_MAX + MIB;
const LINE_BYTES_MAX = 16 * MIB;
const RESPONSE_BYTES_MAX = LITERAL_BYTES_MAX + LINE_BYTES_MAX;
const CONNECT_MS_MAX = 15_000;
// Above the time that a connection is idle before it is used again.
const SILENT_MS_MAX = 3 * 60_000;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/**
 * Connects to the account's server and logs in. Every address that the host has is checked first, and the connection goes to
 * one of those that were. Whoever may create mailboxes could otherwise look into the operator's networks.
 *
 * @throws AccountFailure for an address that is not public and in no allowed network; the errors of DNS, TLS and server
 */
export async function connectTo(
	account: Account,
	options: ConnectOptions,
): Promise<ImapFlow> {
	const addresses = await addressesOf(account.host, options.allowed);
	// Loaded with the first account: most installations have none.
	const { ImapFlow } = await import("imapflow");
	let failure: unknown;
	for (const address of addresses) {
		const client = new ImapFlow(settingsOf(account, address, options));
		// What ends a connection is thrown by the command in progress as well.
		client.on("error", () => {});
		try {
			await client.connect();
			return client;
		} catch (err) {
			client.close();
			failure = err;
			if ((err as { authenticationFailed?: boolean }).authenticationFailed)
				break;
		}
	}
	throw failure;
}

async function addressesOf(
	host: string,
	allowed: AllowedNetworks,
): Promise<string[]> {
	const found =
		isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true });
	const addresses = found.map(({ address }) => address);
	if (!addresses.every((address) => isAllowedAddress(address, allowed)))
		throw new AccountFailure(
			"imap_url leads to an address that is not public. The operator can allow networks with IMAP_ALLOW.",
		);
	return addresses;
}

function settingsOf(
	{ host, port, isSecure, user, password }: Account,
	address: string,
	{ unverifiedHosts }: ConnectOptions,
): ImapFlowOptions {
	const isLoopback = LOOPBACK.check(
		address,
		isIP(address) === 6 ? "ipv6" : "ipv4",
	);
	const isVerified =
		!isLoopback && !unverifiedHosts.includes(host.toLowerCase());
	return {
		host: address,
		port,
		secure: isSecure,
		servername: isIP(host) > 0 ? undefined : host,
		// Only on this machine a password is sent without TLS.
		doSTARTTLS: isSecure || isLoopback ? undefined : true,
		auth: { user, pass: password },
		tls: { rejectUnauthorized: isVerified, minVersion: "TLSv1.2" },
		clientInfo: { name: "Support Desk" },
		logger: false,
		disableAutoIdle: true,
		// A few compressed bytes could be gigabytes.
		disableCompression: true,
		connectionTimeout: CONNECT_MS_MAX,
		greetingTimeout: CONNECT_MS_MAX,
		socketTimeout: SILENT_MS_MAX,
		maxLineLength: LINE_BYTES_MAX,
		maxLiteralSize: LITERAL_BYTES_MAX,
		maxResponseSize: RESPONSE_BYTES_MAX,
	};
}
