// What mailauth's declarations leave out.
declare module "mailauth/lib/parse-received.js" {
	interface Clause {
		readonly value?: string;
		readonly comment?: string;
	}
	interface Received {
		readonly from?: Clause;
		readonly by?: Clause;
		readonly with?: Clause;
		readonly "envelope-from"?: Clause;
	}

	/** False for what is no header line. */
	export function parseReceived(line: string): Received | false;
	/** The address of the connection, never one that the client claims. */
	export function getClientAddress(from: Clause | undefined): string | false;
}

declare module "mailauth/lib/tools.js" {
	/** The first of the domains that has the organizational domain of another one, by the public suffix list. */
	export function getAlignment(
		domain: string,
		domains: readonly string[],
	): { readonly domain: string } | false;
}
