import fc from "fast-check";
import { expect, it } from "vitest";
import {
	generateApiKey,
	hashApiKey,
	isWellFormedApiKey,
	maskApiKey,
} from "./api-key.ts";

it("generates well-formed keys of the published form", () => {
	for (let i = 0; i < 100; i += 1) {
		const key = generateApiKey();
		expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
		expect(isWellFormedApiKey(key)).toBe(true);
	}
});

it("refuses a key in which one character was changed", () => {
	const key = generateApiKey();
	fc.assert(
		fc.property(
			fc.integer({ min: 8, max: key.length - 1 }),
			fc.constantFrom(..."0Az9Zb"),
			(at, char) => {
				fc.pre(key[at] !== char);
				const changed = key.slice(0, at) + char + key.slice(at + 1);
				expect(isWellFormedApiKey(changed)).toBe(false);
			},
		),
	);
});

it.each(["", "sk_live_", "x".repeat(10_000), `${generateApiKey()} `])(
	"refuses %j",
	(text) => expect(isWellFormedApiKey(text)).toBe(false),
);

it("hashes to 64 hexadecimal digits and shows only the last four characters", () => {
	const key = generateApiKey();
	expect(hashApiKey(key)).toMatch(/^[0-9a-f]{64}$/);
	expect(maskApiKey(key)).toBe(`sk_live_…${key.slice(-4)}`);
});
