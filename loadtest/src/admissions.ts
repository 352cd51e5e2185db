import type { Sample } from "./samples.ts";

/** The published ceilings of each plan's keys. */
export const PER_MINUTE = {
	starter: 60,
	growth: 300,
	scale: 600,
	enterprise: 1_000,
} as const;

export interface PlanAdmissions {
	readonly plan: string;
	readonly perMinute: number;
	/** Requests admitted in each window that was used up, by the order of time. */
	readonly fullWindows: readonly number[];
	readonly refused: number;
}

/** Counts what each plan's key was admitted, window by window. The last window is over before it is used up. */
export function countAdmissions(samples: readonly Sample[]): PlanAdmissions[] {
	return Object.entries(PER_MINUTE).map(([plan, perMinute]) => {
		const ofPlan = (metric: string) =>
			samples.filter(
				(each) => each.metric === metric && each.tags.plan === plan,
			);
		const admitted = new Map<string, number>();
		for (const { tags } of ofPlan("admitted")) {
			admitted.set(tags.window!, (admitted.get(tags.window!) ?? 0) + 1);
		}
		const refusedIn = new Set(
			ofPlan("refused").map(({ tags }) => tags.window!),
		);
		return {
			plan,
			perMinute,
			fullWindows: [...admitted]
				.sort(([a], [b]) => Number(a) - Number(b))
				.filter(([window]) => refusedIn.has(window))
				.map(([, count]) => count),
			refused: ofPlan("refused").length,
		};
	});
}

/** Whether every window that was used up admitted its ceiling, no more and no less, and there was one. */
export function isExact({ perMinute, fullWindows }: PlanAdmissions): boolean {
	return (
		fullWindows.length > 0 && fullWindows.every((count) => count === perMinute)
	);
}
