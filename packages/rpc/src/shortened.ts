import type { CallContext } from "./call-context.ts";

/** The context of a nested call that is not waited for longer than this, nor longer than the call itself may take. */
export function shortened(
	context: CallContext,
	timeoutMs: number,
): CallContext {
	const deadline = Math.min(context.deadline, Date.now() + timeoutMs);
	return { ...context, deadline };
}
