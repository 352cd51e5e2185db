import type { Limits } from "./limits.ts";

export type PlanName = "starter" | "growth" | "scale" | "enterprise";

/** The published plans; a deployment may configure others, and a key may override single limits. */
export const PLANS: Readonly<Record<PlanName, Limits>> = {
	starter: { perMinute: 60, perDay: 10_000, burst: 120, concurrent: 10 },
	growth: { perMinute: 300, perDay: 100_000, burst: 600, concurrent: 50 },
	scale: { perMinute: 600, perDay: 500_000, burst: 1_200, concurrent: 100 },
	enterprise: { perMinute: 1_000, perDay: null, burst: 2_000, concurrent: 200 },
};

/** A plan's limits, overridden by the key's own: a number or null replaces the plan's, undefined keeps it. */
export function keyLimits(plan: Limits, overrides: Partial<Limits>): Limits {
	const { perMinute, burst, perDay, concurrent } = overrides;
	return {
		perMinute: perMinute ?? plan.perMinute,
		burst: burst ?? plan.burst,
		perDay: perDay === undefined ? plan.perDay : perDay,
		concurrent: concurrent === undefined ? plan.concurrent : concurrent,
	};
}

/**
 * One of `gateways` equal parts of the limits, rounded up so that no part is zero.
 * Used while the gateways cannot see each other's counts.
 */
export function shareOf(limits: Limits, gateways: number): Limits {
	const part = (limit: number) => Math.ceil(limit / gateways);
	return {
		perMinute: part(limits.perMinute),
		burst: part(limits.burst),
		perDay: limits.perDay === null ? null : part(limits.perDay),
		concurrent: limits.concurrent === null ? null : part(limits.concurrent),
	};
}
