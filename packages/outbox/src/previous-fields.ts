import { isDeepStrictEqual } from "node:util";

/**
 * The fields of a resource that a change altered, added or removed, as they were: null where there was none.
 *
 * @param beforeJson the resource as the API showed it, a JSON object; the same after the change.
 */
export function previousFields(beforeJson: string, afterJson: string): string {
	const before = JSON.parse(beforeJson) as Record<string, unknown>;
	const after = JSON.parse(afterJson) as Record<string, unknown>;
	const changed = Object.entries(before).filter(
		([name, value]) => !isDeepStrictEqual(value, after[name]),
	);
	const added = Object.keys(after).filter((name) => !(name in before));
	return JSON.stringify({
		...Object.fromEntries(changed),
		...Object.fromEntries(added.map((name) => [name, null])),
	});
}
