import type { Client } from "./find-client.ts";

/** What a mail says of its sender, and which of its signatures hold. */
export interface Evidence {
	/** Who handed it over to the servers of the operator; undefined where its headers do not tell. */
	readonly client: Client | undefined;
	/** As a relay has written it into a header. */
	readonly returnPath: string | undefined;
	/** The addresses of its From headers. */
	readonly authors: readonly string[];
	readonly fromHeaders: number;
	/** Whether an address is in a From header, also where none can be read. */
	readonly namesAuthor: boolean;
	readonly signatures: readonly Signature[];
	/** Names of keys that its signatures need and that were not given. */
	readonly missingKeys: readonly string[];
}

export interface Signature {
	/** The domain that has signed; empty where none is named. */
	readonly domain: string;
	/** As RFC 8601 names it. */
	readonly result: string;
}

/** What the DNS has for the name of a key: its records, or the code of an error. */
export type KeyAnswer =
	| { readonly records: readonly (readonly string[])[] }
	| { readonly code: string };

/** By names in lower case. */
export type KeyAnswers = ReadonlyMap<string, KeyAnswer>;
