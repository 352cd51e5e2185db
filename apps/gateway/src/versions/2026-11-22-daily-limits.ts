import type { Change, Json } from "./change.ts";

/** A limit of a key has one type: `per_day` was a number, a text or null. */
export const dailyLimits: Change = {
	version: "2026-11-22",
	description:
		'The `limits` of an API key say with `unlimited_per_day` that there is no daily limit. Before, `per_day` was the text `"unlimited"`, so that it had two types.',
	operations: [
		"listKeys",
		"createKey",
		"getKey",
		"updateKey",
		"revokeKey",
		"rotateKey",
	],
	upgradeRequest(body) {
		if (!isObject(body) || !isObject(body.limits)) return body;
		const { per_day, ...limits } = body.limits;
		if (per_day !== "unlimited") return body;
		return { ...body, limits: { ...limits, unlimited_per_day: true } };
	},
	downgradeResponse(body) {
		return Array.isArray(body.data)
			? { ...body, data: body.data.map(withOneField) }
			: withOneField(body);
	},
};

function withOneField(key: Json): Json {
	const { unlimited_per_day, ...limits } = key.limits;
	const perDay = unlimited_per_day ? "unlimited" : limits.per_day;
	return { ...key, limits: { ...limits, per_day: perDay } };
}

const isObject = (value: Json): boolean =>
	typeof value === "object" && value !== null && !Array.isArray(value);
