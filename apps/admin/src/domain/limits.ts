import { AdminError } from "../admin-error.ts";

/** A key's own limits as they are typed: a number, or `default` for its plan's; the day's may be `unlimited`. */
export interface LimitTexts {
	readonly perMinute?: string;
	readonly burst?: string;
	readonly perDay?: string;
	readonly concurrent?: string;
}

/** A key's own limits as they are stored; null is the plan's, undefined was not said. */
export type Overrides = {
	readonly [K in keyof LimitTexts]: number | null;
};

const LIMIT_MAX = 2_147_483_647; // what an integer column holds
const UNLIMITED = -1; // how the table says that a key has no daily limit

/** @throws AdminError that names the limit. */
export function parseLimits(texts: LimitTexts): Overrides {
	const { perMinute, burst, perDay, concurrent } = texts;
	return {
		perMinute: parseLimit("--per-minute", perMinute),
		burst: parseLimit("--burst", burst),
		perDay:
			perDay === "unlimited" ? UNLIMITED : parseLimit("--per-day", perDay),
		concurrent: parseLimit("--concurrent", concurrent),
	};
}

function parseLimit(
	name: string,
	text: string | undefined,
): number | null | undefined {
	if (text === undefined) return undefined;
	if (text === "default") return null;
	const limit = /^\d+$/.test(text) ? Number(text) : 0;
	if (limit < 1 || limit > LIMIT_MAX) {
		throw new AdminError(
			`${name} is a whole number from 1, or default for the plan's own, not ${JSON.stringify(text)}.`,
		);
	}
	return limit;
}

/** How a limit of the table is shown. */
export function showLimit(limit: number | null): number | "unlimited" | null {
	return limit === UNLIMITED ? "unlimited" : limit;
}
