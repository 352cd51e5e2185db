import { queryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";

const DAY_MS = 86_400_000;
const FRESH_MS = 60_000;

/** Figures of the last days, today included. */
export const figures = (days: number) =>
	queryOptions({
		queryKey: ["figures", days],
		queryFn: ({ signal }) =>
			desk.figures({
				query: { from: dateOf(Date.now() - (days - 1) * DAY_MS) },
				signal,
			}),
		staleTime: FRESH_MS,
	});

function dateOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
