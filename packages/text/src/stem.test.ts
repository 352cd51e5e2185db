import { describe, expect, test } from "vitest";
import { stem } from "./stem.ts";

describe("stem", () => {
	test.each([
		["cancel cancels cancelled cancelling cancellation"],
		["refund refunds refunded refunding"],
		["pay pays paying payment payments"],
		["verify verifies verified verification"],
		["activate activated activating activation"],
		["bill bills billing billed"],
		["box boxes"],
		["class classes"],
		["try tries tried trying"],
	])("is the same for %s", (forms) => {
		expect(new Set(forms.split(" ").map(stem)).size).toBe(1);
	});

	test.each([
		["order", "ordinary"],
		["bus", "busy"],
		["red", "reed"],
		["status", "state"],
	])("distinguishes %s from %s", (a, b) => {
		expect(stem(a)).not.toBe(stem(b));
	});
});
