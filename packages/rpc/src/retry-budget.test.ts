import { expect, it } from "vitest";
import { createRetryBudget } from "./retry-budget.ts";

it("keeps what a dead service sees within a fifth above its callers' own load", () => {
	const budget = createRetryBudget();
	let sent = 0;
	for (let call = 0; call < 1_000; call += 1) {
		for (let attempt = 1; attempt <= 3; attempt += 1) {
			sent += 1;
			if (!budget.failed()) break;
		}
	}
	expect(sent).toBeLessThan(1_200);
});

it("lets every call be repeated while one in twenty fails", () => {
	const budget = createRetryBudget();
	for (let call = 0; call < 10_000; call += 1) {
		if (call % 20 === 0) expect(budget.failed()).toBe(true);
		budget.succeeded();
	}
});
