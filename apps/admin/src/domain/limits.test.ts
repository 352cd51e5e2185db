import { expect, it } from "vitest";
import { parseLimits } from "./limits.ts";

it("distinguishes an absent limit, the plan's limit and no limit", () =>
	expect(
		parseLimits({ perMinute: "60", burst: "default", perDay: "unlimited" }),
	).toEqual({
		perMinute: 60,
		burst: null,
		perDay: "unlimited",
		concurrent: undefined,
	}));

it.each(["0", "-1", "1.5", "1e3", "", " 5", "ten", "2147483648", "unlimited"])(
	"refuses %j a minute",
	(perMinute) =>
		expect(() => parseLimits({ perMinute })).toThrow(
			"--per-minute is a whole number from 1",
		),
);
