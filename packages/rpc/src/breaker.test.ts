import { expect, it } from "vitest";
import {
	type BreakerState,
	type CallOutcome,
	createBreaker,
} from "./breaker.ts";

function aBreaker() {
	let now = 0;
	const seen: BreakerState[] = [];
	const breaker = createBreaker(
		() => now,
		(state) => seen.push(state),
	);
	const call = (outcome: CallOutcome) =>
		breaker.leave(breaker.enter(), outcome);
	const calls = (count: number, outcome: CallOutcome) => {
		for (let i = 0; i < count; i += 1) call(outcome);
	};
	const pass = (ms: number) => {
		now += ms;
	};
	return { breaker, call, calls, pass, seen };
}

it("opens when more than half of twenty calls fail", () => {
	const { breaker, calls } = aBreaker();
	calls(10, "success");
	calls(10, "failure");
	expect(breaker.state()).toBe("closed");
	calls(1, "failure");
	expect(breaker.state()).toBe("open");
	expect(() => breaker.enter()).toThrow(/not reachable/);
});

it("stays closed for fewer than twenty calls, and ignores calls of another ten seconds", () => {
	const { breaker, calls, pass } = aBreaker();
	calls(19, "failure");
	pass(10_000);
	calls(19, "failure");
	expect(breaker.state()).toBe("closed");
});

it("lets one call through after three seconds, and its end decides", () => {
	const { breaker, calls, pass, seen } = aBreaker();
	calls(20, "failure");
	pass(2_999);
	expect(() => breaker.enter()).toThrow();
	pass(1);
	const probe = breaker.enter();
	expect(() => breaker.enter()).toThrow();
	breaker.leave(probe, "failure");
	expect(breaker.state()).toBe("open");
	pass(3_000);
	breaker.leave(breaker.enter(), "success");
	expect(breaker.state()).toBe("closed");
	expect(seen).toEqual(["open", "half_open", "open", "half_open", "closed"]);
});

it("lets the next call probe when the probing caller has disconnected", () => {
	const { breaker, calls, pass } = aBreaker();
	calls(20, "failure");
	pass(3_000);
	breaker.leave(breaker.enter(), "abandoned");
	breaker.leave(breaker.enter(), "success");
	expect(breaker.state()).toBe("closed");
});

it("does not count calls that began before it opened", () => {
	const { breaker, calls, pass } = aBreaker();
	const late = breaker.enter();
	calls(20, "failure");
	pass(3_000);
	const probe = breaker.enter();
	breaker.leave(late, "failure");
	expect(breaker.state()).toBe("half_open");
	breaker.leave(probe, "success");
	expect(breaker.state()).toBe("closed");
});
