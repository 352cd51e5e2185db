import {
	parseTarget,
	RefusedTarget,
	resolveTarget,
} from "../deliver/resolve-target.ts";
import type { Deps } from "../deps.ts";
import { webhookUrlRefused } from "../domain/errors.ts";

/**
 * Refuses a webhook's URL that no delivery could be made to, and one that leads inside. It is checked again at every
 * attempt: names change.
 *
 * @throws AppError `webhook_url_refused`
 */
export async function checkUrl(
	text: string,
	{ allowed, lookup }: Deps["network"],
): Promise<void> {
	try {
		await resolveTarget(parseTarget(text), allowed, lookup);
	} catch (err) {
		throw webhookUrlRefused(
			err instanceof RefusedTarget
				? err.message
				: "The host of url cannot be resolved.",
		);
	}
}
