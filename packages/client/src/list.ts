/** A list of the API: all its elements in order, or page by page. Each iteration starts at the beginning. */
export interface List<Item, Page> extends AsyncIterable<Item> {
	/** Fetches one page: the first one, or that of the query's `cursor`. */
	page(): Promise<Page>;
	pages(): AsyncGenerator<Page, void, undefined>;
}

interface PageOf<Item> {
	readonly data: readonly Item[];
	readonly next_cursor: string | null;
}

/** @param fetchPage with this cursor; the query's own where there is none */
export function createList<Item, Page extends PageOf<Item>>(
	fetchPage: (cursor?: string) => Promise<Page>,
): List<Item, Page> {
	async function* pages() {
		let cursor: string | null | undefined;
		do {
			const page: Page = await fetchPage(cursor ?? undefined);
			yield page;
			cursor = page.next_cursor;
		} while (cursor !== null);
	}
	return {
		page: () => fetchPage(),
		pages,
		async *[Symbol.asyncIterator]() {
			for await (const { data } of pages()) yield* data;
		},
	};
}
