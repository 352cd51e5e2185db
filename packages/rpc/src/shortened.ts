import type { CallContext } from "./call-context.ts";

/** The context of a nested call: its deadline is `timeoutMs` from now, or the call's own deadline when that is sooner. */
export function shortened(
	context: CallContext,
	timeoutMs: number,
): CallContext {
	const deadline = Math.min(context.deadline, Date.now() + timeoutMs);
	return { ...context, deadline };
}
