import type { Product } from "../http/product.ts";

const SEARCHES = 16;
/** Words that the generated articles have, some frequent, some rare. */
const QUERIES = ["find my parcel", "invoice kalo", "password sutor", "refund"];

export interface FirstSearches {
	/** How many responses had each status. */
	readonly statuses: Readonly<Record<string, number>>;
	readonly slowestMs: number;
}

/** Sends many searches of articles at once to a process that has answered none since its start. */
export async function measureFirstSearches({
	url,
	customers,
}: Pick<Product, "url" | "customers">): Promise<FirstSearches> {
	const { headers, targets } = customers[0]!;
	const statuses: Record<string, number> = {};
	let slowestMs = 0;
	const search = async (n: number) => {
		const since = performance.now();
		const { status } = await fetch(`${url}${targets.searchPath}`, {
			method: "POST",
			headers: { ...headers, "Content-Type": "application/json" },
			body: JSON.stringify({ query: QUERIES[n % QUERIES.length] }),
		});
		statuses[status] = (statuses[status] ?? 0) + 1;
		slowestMs = Math.max(slowestMs, performance.now() - since);
	};
	await Promise.all(Array.from({ length: SEARCHES }, (_, n) => search(n)));
	return { statuses, slowestMs };
}
