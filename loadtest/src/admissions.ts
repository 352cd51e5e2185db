import type { Sample } from "./samples.ts";

/** The published limits of each plan's keys. */
export const PER_MINUTE = {
	starter: 60,
	growth: 300,
	scale: 600,
	enterprise: 1_000,
} as const;

export interface PlanAdmissions {
	readonly plan: string;
	readonly perMinute: number;
	/** Requests admitted in each full window, ordered by time. */
	readonly fullWindows: readonly number[];
	readonly refused: number;
}

/** Counts the admitted requests of each plan's key by window. The last window ends before it is full. */
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

/** Whether there was a full window and every one admitted exactly its limit. */
export function isExact({ perMinute, fullWindows }: PlanAdmissions): boolean {
	return (
		fullWindows.length > 0 && fullWindows.every((count) => count === perMinute)
	);
}
