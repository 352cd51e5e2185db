import { AppError, internalError } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { CallContext } from "./call-context.ts";

/**
 * Returns the error that the caller of a handler receives for what the handler threw. An AppError passes as it is;
 * anything else is logged here, once, with its stack, and becomes `internal_error`.
 */
export function failureOf(
	thrown: unknown,
	log: Logger,
	method: string,
	context: Pick<CallContext, "requestId" | "signal">,
): AppError {
	const { requestId } = context;
	if (thrown instanceof AppError) {
		// The cause never leaves the process, so this is the one place that can record it.
		if (thrown.cause !== undefined && !context.signal.aborted) {
			log.warn(
				{ err: thrown.cause, code: thrown.code, method, requestId },
				"call failed",
			);
		}
		return thrown;
	}
	if (context.signal.aborted) {
		log.debug({ err: thrown, method, requestId }, "call abandoned");
	} else {
		log.error({ err: thrown, method, requestId }, "handler threw");
	}
	return internalError(thrown);
}
