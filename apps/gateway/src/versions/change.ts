import type { ApiVersion } from "@supportdesk/keys/api-versions.ts";

// biome-ignore lint/suspicious/noExplicitAny: a change knows the shapes that it converts; requests are not validated yet.
export type Json = any;

/** One change of the API that would break a client, and how a client of the version before is served all the same. */
export interface Change {
	/** The version that has it. */
	readonly version: ApiVersion;
	/** For clients that want to move to the version; in Markdown. */
	readonly description: string;
	/** The operations whose bodies it changes, by `operationId`. */
	readonly operations: readonly string[];
	/** Converts the body of a request of the version before. The body may have any shape: it is validated afterwards. */
	readonly upgradeRequest?: (body: Json) => Json;
	/** Converts the body of a successful response to the version before. */
	readonly downgradeResponse?: (body: Json) => Json;
}
