const MESSAGE_ID = /<[^<>\s]{1,995}>/g;
const BARE_ID = /^[^<>\s@]{1,500}@[^<>\s@]{1,490}$/;
const COUNT_MAX = 100; // programs shorten `References` to far fewer

/** The message ids of a header, with angle brackets, those nearest to the mail where there are too many. */
export function parseMessageIds(header: string): string[] {
	const ids = header.match(MESSAGE_ID) ?? [];
	const bare = header.trim();
	if (ids.length === 0 && BARE_ID.test(bare)) return [`<${bare}>`];
	return ids.slice(-COUNT_MAX);
}
