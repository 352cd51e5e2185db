import type { Endpoint } from "../src/api/endpoint.ts";

const SUFFIX = "01kadszz00e2xv0f1b2c3d4e5f";

// What an endpoint cannot do without.
const QUERIES: Readonly<Record<string, string>> = {
	"/v1/tickets/search": "?q=refund",
};

/** A path of the endpoint with well-formed ids, and the query that it needs. */
export function pathOf({ path, ids }: Endpoint): string {
	const named = path.replaceAll(/:(\w+)/g, (_, name: string) => {
		const prefix = ids[name]?.prefix;
		return prefix ? `${prefix}_${SUFFIX}` : "refunds";
	});
	return named + (QUERIES[path] ?? "");
}
