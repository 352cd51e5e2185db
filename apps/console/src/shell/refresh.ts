import type { QueryKey } from "@tanstack/react-query";
import { queryClient } from "../api/query-client.ts";

export type Refresh = (key: QueryKey) => void;

export const REFRESH_MS = 150;
// Counting reads much more than it shows.
export const RECOUNT_MS = 3_000;

/** Fetches again what several events of one moment have changed, once. Only what is on the screen is fetched at once. */
export function createRefresh(afterMs: number): Refresh {
	const keys = new Map<string, QueryKey>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	return (key) => {
		keys.set(key.join(), key);
		if (timer) return;
		timer = setTimeout(() => {
			timer = undefined;
			for (const queryKey of keys.values())
				void queryClient.invalidateQueries({ queryKey });
			keys.clear();
		}, afterMs);
	};
}
