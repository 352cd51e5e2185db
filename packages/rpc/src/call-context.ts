/** Everything a handler knows about the call in addition to its request. */
export interface CallContext {
	/** `req_…`, made by the gateway; the same in the response, in every log line and in every nested call. */
	readonly requestId: string;
	/** `wsp_…`; empty only for calls that a service makes for itself. */
	readonly workspaceId: string;
	/** `key_…`; empty for calls made without an API key. */
	readonly apiKeyId: string;
	/** `usr_…`, the owner of the API key; empty when there is none. */
	readonly actorId: string;
	/** When the caller stops waiting, epoch milliseconds. */
	readonly deadline: number;
	/** Aborted when the caller has disconnected or the deadline has passed. */
	readonly signal: AbortSignal;
	/** The same for every attempt of one mutating operation, so that a repeated call changes nothing twice. */
	readonly operationId: string;
	/**
	 * For callers that bound what they keep in memory: called before a response that is too large for the stream is fetched;
	 * resolves when there is memory for it.
	 *
	 * @param until epoch milliseconds: how long to wait.
	 * @throws AppError when there is none.
	 */
	readonly admitLarge?: (bytes: number, until: number) => Promise<void>;
	/** For handlers: calls back when the response is not kept in this process any more. Not given where nothing is kept. */
	readonly whenResponseGone?: (callback: () => void) => void;
}
