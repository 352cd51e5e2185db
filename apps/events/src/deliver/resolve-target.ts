import { isIP } from "node:net";
import {
	type AllowedNetworks,
	isAllowedAddress,
} from "@supportdesk/public-addresses/allowed-address.ts";
import type { Address, Lookup } from "./lookup.ts";

/** An address that was checked, to connect to. */
export interface Target extends Address {
	readonly url: URL;
}

/** Why no request is sent to an address; the text is the client's to read. */
export class RefusedTarget extends Error {
	override readonly name = "RefusedTarget";
}

const PROTOCOLS = ["http:", "https:"];

/** The URL, if its form allows requests. @throws RefusedTarget */
export function parseTarget(text: string): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !PROTOCOLS.includes(url.protocol)) {
		throw new RefusedTarget("url must be an http or https URL.");
	}
	if (url.username !== "" || url.password !== "") {
		throw new RefusedTarget("url must not contain credentials.");
	}
	return url;
}

/**
 * Resolves the host of a URL once and checks every address that it has: whoever connects uses the address that was
 * checked, so that a name cannot change in between.
 *
 * @throws RefusedTarget for a host with an address that is not public and in no allowed network; the resolver's error.
 */
export async function resolveTarget(
	url: URL,
	allowed: AllowedNetworks,
	lookup: Lookup,
): Promise<Target> {
	const hostname = url.hostname.replace(/^\[|\]$/g, "");
	const family = isIP(hostname);
	const addresses =
		family > 0 ? [{ address: hostname, family }] : await lookup(hostname);
	const [first] = addresses;
	if (
		!first ||
		!addresses.every(({ address }) => isAllowedAddress(address, allowed))
	) {
		throw new RefusedTarget(
			"url leads to an address that is not public. The operator can allow networks with WEBHOOK_ALLOW.",
		);
	}
	return { url, address: first.address, family: first.family };
}
