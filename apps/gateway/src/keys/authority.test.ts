import { ownLimits } from "@supportdesk/keys/key.ts";
import { PLANS } from "@supportdesk/limits/plans.ts";
import { expect, it } from "vitest";
import { type Permissions, requireAuthority } from "./authority.ts";

const CALLER: Permissions = {
	scopes: ["tickets:read", "keys:write"],
	plan: "growth",
	limits: ownLimits({ perMinute: 100 }),
	expiresAt: "2026-12-01T00:00:00.000Z",
};
const SAME = { ...CALLER };

function codeOf(caller: Permissions, wanted: Permissions): string | undefined {
	try {
		requireAuthority(caller, wanted, PLANS, "request");
	} catch (err) {
		const { code, param } = err as { code: string; param: string };
		return `${code} ${param}`;
	}
	return undefined;
}

it.each<[string, Partial<Permissions>, string | undefined]>([
	["the same", {}, undefined],
	["fewer scopes", { scopes: ["tickets:read"] }, undefined],
	["another scope", { scopes: ["tickets:write"] }, "scope_not_held scopes"],
	["a lower plan", { plan: "starter", limits: ownLimits({}) }, undefined],
	[
		"its plan's limit, which is above its own",
		{ limits: ownLimits({}) },
		"limit_not_held limits.per_minute",
	],
	[
		"a higher burst",
		{ limits: ownLimits({ perMinute: 1, burst: 601 }) },
		"limit_not_held limits.burst",
	],
	[
		"no daily limit",
		{ limits: ownLimits({ perMinute: 1, perDay: "unlimited" }) },
		"limit_not_held limits.per_day",
	],
	[
		"a higher concurrency",
		{ limits: ownLimits({ perMinute: 1, concurrent: 51 }) },
		"limit_not_held limits.concurrent",
	],
	[
		"a plan that is not configured",
		{ plan: "gold" },
		"limit_not_held limits.per_minute",
	],
	["an earlier expiry", { expiresAt: "2026-11-30T00:00:00.000Z" }, undefined],
	[
		"a later expiry",
		{ expiresAt: "2026-12-02T00:00:00.000Z" },
		"limit_not_held expires_at",
	],
	["no expiry", { expiresAt: null }, "limit_not_held expires_at"],
])("decides on %s", (_, wanted, expected) =>
	expect(codeOf(CALLER, { ...SAME, ...wanted })).toBe(expected),
);

it("lets a key without a daily limit and an expiry give any", () => {
	const caller = { ...CALLER, plan: "enterprise", expiresAt: null };
	const limits = ownLimits({ perMinute: 100, perDay: "unlimited" });
	expect(codeOf(caller, { ...caller, limits })).toBeUndefined();
	expect(codeOf(caller, SAME)).toBeUndefined();
});
