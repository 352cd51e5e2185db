import type { CallContext } from "../call-context.ts";
import type { AnyMethod } from "../service-api.ts";

/** One attempt of a call, ready to be sent. */
export interface Attempt {
	readonly method: AnyMethod;
	/** The serialised request; of a client-streaming method, its messages. */
	readonly request: Buffer | AsyncIterable<unknown>;
	/** The signed context. */
	readonly context: string;
	readonly traceparent: string;
	/** Epoch milliseconds. */
	readonly deadline: number;
	readonly signal: AbortSignal;
	readonly admitLarge?: CallContext["admitLarge"];
}
