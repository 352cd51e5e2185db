import { queryOptions } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";

// As many stand for as many or more.
export const COUNTED_MAX = 1_000;

/** How many open tickets each view has. */
export const counts = queryOptions({
	queryKey: ["counts"],
	queryFn: ({ signal }) => desk.tickets.counts({ signal }),
});
