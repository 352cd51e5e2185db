import { isDeepStrictEqual } from "node:util";

/**
 * The fields of a resource that a change altered or removed, as they were.
 *
 * @param beforeJson the resource as the API showed it, a JSON object; the same after the change.
 */
export function previousFields(beforeJson: string, afterJson: string): string {
	const before = JSON.parse(beforeJson) as Record<string, unknown>;
	const after = JSON.parse(afterJson) as Record<string, unknown>;
	const changed = Object.entries(before).filter(
		([name, value]) => !isDeepStrictEqual(value, after[name]),
	);
	return JSON.stringify(Object.fromEntries(changed));
}
