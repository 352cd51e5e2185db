import { LIMIT_MAX, type OwnLimits } from "@supportdesk/keys/key.ts";
import { AdminError } from "../admin-error.ts";

/** A key's own limits as typed: a number, or `default` for the plan's limit; the daily limit may be `unlimited`. */
export interface LimitTexts {
	readonly perMinute?: string;
	readonly burst?: string;
	readonly perDay?: string;
	readonly concurrent?: string;
}

/** Parses the limits that are given. @throws AdminError that names the limit. */
export function parseLimits(texts: LimitTexts): Partial<OwnLimits> {
	const { perMinute, burst, perDay, concurrent } = texts;
	return {
		perMinute: parseLimit("--per-minute", perMinute),
		burst: parseLimit("--burst", burst),
		perDay: perDay === "unlimited" ? perDay : parseLimit("--per-day", perDay),
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
