import { expect, test } from "vitest";
import { URGENCY_LABELS, urgencyOf } from "./urgency.ts";

test.each([
	["a probable emergency", { urgent: 0.45, low: 0.55 }, "urgent"],
	["a possible emergency, else high", { urgent: 0.3, high: 0.7 }, "urgent"],
	["a possible emergency, else low", { urgent: 0.3, low: 0.7 }, "normal"],
	["high or low, as likely", { high: 0.5, low: 0.5 }, "normal"],
	["hardly an emergency", { urgent: 0.2, high: 0.8 }, "high"],
])("reads %s", (_, probabilities: Record<string, number>, expected) => {
	expect(
		urgencyOf(URGENCY_LABELS.map((label) => probabilities[label] ?? 0)),
	).toBe(expected);
});
