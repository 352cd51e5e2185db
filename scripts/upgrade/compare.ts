import type { Json } from "./client.ts";

/** Fields that versions after the first have added, by where they stand. A new one belongs here. */
const ADDITIONS: readonly RegExp[] = [/messages\[\d+\]\.(attempts|error)$/];

/**
 * What the earlier version showed, as this one has to show it: with the changes that were made on purpose.
 *
 * @param isResolved tells of a ticket by its id
 */
export function expected(
	shown: Json,
	isResolved: (ticketId: string) => boolean,
): Json {
	if (Array.isArray(shown)) {
		return shown.map((each) => expected(each, isResolved));
	}
	if (!isObject(shown)) return shown;
	const each = Object.fromEntries(
		Object.entries(shown).map(([name, value]) => [
			name,
			expected(value, isResolved),
		]),
	);
	// A resolved ticket needs no answer any more: its draft is retracted, also one that an earlier version has left ready.
	if (each.ai?.draft_ready && isResolved(each.id)) {
		const hasId = "draft_id" in each.ai;
		each.ai = {
			...{ ...each.ai, draft_ready: false },
			...(hasId && { draft_id: null }),
		};
	}
	if (each.status === "ready" && isResolved(each.conversation_id)) {
		return { ...each, status: "superseded", stale: true };
	}
	return each;
}

/**
 * Compares what was shown before an upgrade with what is shown after it.
 *
 * @returns a line for every difference but the declared additions
 */
export function compare(before: Json, after: Json, at: string): string[] {
	if (isObject(before) && isObject(after)) {
		const lost = Object.keys(before)
			.filter((name) => !(name in after))
			.map((name) => `${at}.${name} is missing`);
		const differences = Object.keys(after).flatMap((name) => {
			const path = `${at}.${name}`;
			if (name in before) return compare(before[name], after[name], path);
			if (ADDITIONS.some((addition) => addition.test(path))) return [];
			return [
				`${path} is new: declare it in ADDITIONS of scripts/upgrade/compare.ts`,
			];
		});
		return [...lost, ...differences];
	}
	if (Array.isArray(before) && Array.isArray(after)) {
		if (before.length !== after.length) {
			return [`${at} had ${before.length} entries, and has ${after.length}`];
		}
		return before.flatMap((each, n) => compare(each, after[n], `${at}[${n}]`));
	}
	if (Object.is(before, after)) return [];
	return [
		`${at} was ${JSON.stringify(before)}, and is ${JSON.stringify(after)}`,
	];
}

const isObject = (value: Json): boolean =>
	typeof value === "object" && value !== null && !Array.isArray(value);
