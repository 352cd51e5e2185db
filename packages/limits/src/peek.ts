import type { Limiter } from "./limiter.ts";
import type { Limits } from "./limits.ts";
import type { Verdict } from "./verdict.ts";

/**
 * What is left of a key's limits, as a verdict that admits. Consumes nothing: it asks for two admissions that the limiter
 * must refuse, because one limit of each is 0, and a refusal tells how the other limits stand.
 */
export async function peekLimits(
	limiter: Limiter,
	key: string,
	limits: Limits,
): Promise<Verdict> {
	const [windows, slots] = await Promise.all([
		limiter.admit(key, { ...limits, concurrent: 0 }, ""),
		limiter.admit(key, { ...limits, perMinute: 0 }, ""),
	]);
	return {
		...windows,
		allowed: true,
		code: null,
		retryAfterSeconds: 0,
		concurrent: limits.concurrent === null ? null : slots.concurrent,
	};
}
