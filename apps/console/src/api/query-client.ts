import { QueryClient } from "@tanstack/react-query";

// What is on the screen is kept current by events, so nothing is fetched again for its age alone.
const FRESH_MS = 5 * 60_000;
const KEPT_MS = 10 * 60_000;

export const queryClient = new QueryClient({
	defaultOptions: {
		queries: {
			staleTime: FRESH_MS,
			gcTime: KEPT_MS,
			refetchOnWindowFocus: false,
			// The client repeats what may succeed the next time.
			retry: false,
		},
	},
});
