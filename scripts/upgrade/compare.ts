import type { Json } from "./client.ts";

/** Fields that later versions have added, by their paths. Add new ones here. */
const ADDITIONS: readonly RegExp[] = [
	/messages\[\d+\]\.(attempts|error)$/,
	/^PAGE .*\.sync_cursor$/,
	/\.sentences$/,
	/\.imap$/,
	/^ADMIN \w+\[\d+\]\.(deactivated_at|owner_deactivated_at|api_version|last_used_at|agent_ids|name|label|description)$/,
];

/** Opaque texts: whether there is one is compared, and that the earlier one is still accepted. */
const OPAQUE = /^PAGE .*\.next_cursor$/;

/**
 * Converts the earlier version's data to what this version has to return: with the intended changes.
 *
 * @param isResolved whether the ticket with this id is resolved
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
	// A resolved ticket needs no reply: its draft is retracted, also one that an earlier version has left ready.
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
 * Compares data from before and after an upgrade.
 *
 * @returns a line for every difference except the declared additions
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
	if (OPAQUE.test(at) && before !== null && after !== null) return [];
	return [
		`${at} was ${JSON.stringify(before)}, and is ${JSON.stringify(after)}`,
	];
}

const isObject = (value: Json): boolean =>
	typeof value === "object" && value !== null && !Array.isArray(value);
