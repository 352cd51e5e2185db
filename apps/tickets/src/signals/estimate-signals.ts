import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { AiApi } from "@supportdesk/rpc/service-api.ts";
import { shortened } from "@supportdesk/rpc/shortened.ts";
import type { Deps } from "../deps.ts";
import { NO_SIGNALS, type Signals } from "../domain/ticket.ts";
import { firstSignals } from "./refine-signals.ts";

const WAIT_MS = 300; // the API promises that a create never waits longer for the AI service

/** A first estimate for the create response. The ticket is created even if the AI service fails. */
export function estimateSignals(
	ai: AiApi,
	log: Logger,
): Deps["estimateSignals"] {
	return async (subject, body, context) => {
		const timeUp = Promise.withResolvers<Signals>();
		const timer = setTimeout(timeUp.resolve, WAIT_MS, NO_SIGNALS);
		try {
			return await Promise.race([
				ai
					.classify(
						{
							texts: [{ subject, body }],
							effort: Effort.EFFORT_FAST,
							modelId: "",
						},
						shortened(context, WAIT_MS),
					)
					.then(firstSignals),
				timeUp.promise,
			]);
		} catch (err) {
			log.warn({ err, requestId: context.requestId }, "no signals in time");
			return NO_SIGNALS;
		} finally {
			clearTimeout(timer);
		}
	};
}
