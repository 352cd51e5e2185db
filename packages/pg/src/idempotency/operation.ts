/** A request that takes effect once, however often it is sent. */
export interface Operation {
	readonly workspaceId: string;
	readonly now: Date;
	/** Aborted when the caller has gone. */
	readonly signal?: AbortSignal;
	/** Undefined for a request that is not repeated, or that is known by the id of what it creates. */
	readonly claim: Claim | undefined;
}

/** The name that all attempts of one operation share. The first to store it, with its response, takes effect. */
export interface Claim {
	readonly apiKeyId: string;
	/** Operation and parent, for example `messages.create:tkt_…`: one key may serve several scopes. */
	readonly scope: string;
	readonly key: string;
	/** Equal for equal requests. */
	readonly fingerprint: string;
	/** Whether the client sent the key: only then does the response say that it is a replay. */
	readonly isClients: boolean;
}

/** What is answered, now and to every repetition. */
export interface Response {
	readonly status: number;
	readonly body: string;
	readonly resourceId: string;
}

/** The response of an operation, now or as the first attempt stored it. */
export type StoredResponse = Response & { readonly replayed: boolean };
