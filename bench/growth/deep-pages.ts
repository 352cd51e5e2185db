import type { Targets } from "../http/cases.ts";
import type { Contender, Customer } from "../http/measure.ts";

const PAGE = 1_000;
type DeepPages = NonNullable<Targets["deepPages"]>;

const LISTS: DeepPages = {
	newest: "sort=created_at:desc",
	oldest: "sort=created_at:asc",
	filtered: "status=resolved&priority=normal&channel=email",
};

/** The same contender, whose first customer knows page 1,000 of its lists, or the last full page if there are fewer. */
export async function withDeepPages<C extends Contender>(
	contender: C,
): Promise<C> {
	const [first, ...others] = contender.customers;
	const deepPages = Object.fromEntries(
		await Promise.all(
			Object.entries(LISTS).map(async ([name, query]) => [
				name,
				await walk(contender.url, first!, query),
			]),
		),
	) as DeepPages;
	const customer = { ...first!, targets: { ...first!.targets, deepPages } };
	return { ...contender, customers: [customer, ...others] };
}

async function walk(
	url: string,
	{ headers, targets }: Customer,
	query: string,
): Promise<string> {
	const list = `${targets.ticketsPath}?${query}`;
	let full = list;
	let path = list;
	for (let page = 1; page <= PAGE; page += 1) {
		const response = await fetch(`${url}${path}`, { headers });
		const { next_cursor } = (await response.json()) as {
			next_cursor: string | null;
		};
		// The last page may have fewer tickets.
		if (next_cursor === null) break;
		full = path;
		path = `${list}&cursor=${encodeURIComponent(next_cursor)}`;
	}
	return full;
}
