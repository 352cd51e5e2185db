import { expect, it } from "vitest";
import type { ApiKey } from "./api-key.ts";
import { createKeyCache } from "./key-cache.ts";

const KEY = { id: "key_1" } as ApiKey;

function createTestCache(lookup: () => Promise<ApiKey | undefined>) {
	let now = 0;
	let lookups = 0;
	const cache = createKeyCache(
		() => {
			lookups += 1;
			return lookup();
		},
		() => now,
	);
	return {
		cache,
		lookups: () => lookups,
		pass: (ms: number) => {
			now += ms;
		},
	};
}

it("looks a known key up again after four seconds", async () => {
	const { cache, lookups, pass } = createTestCache(async () => KEY);
	await cache.find("a");
	pass(3_999);
	await cache.find("a");
	expect(lookups()).toBe(1);
	pass(1);
	await cache.find("a");
	expect(lookups()).toBe(2);
});

it("looks an unknown key up again after two seconds", async () => {
	const { cache, lookups, pass } = createTestCache(async () => undefined);
	expect(await cache.find("a")).toBeUndefined();
	pass(1_999);
	await cache.find("a");
	expect(lookups()).toBe(1);
	pass(1);
	await cache.find("a");
	expect(lookups()).toBe(2);
});

it("runs one lookup for concurrent requests with one key", async () => {
	const { cache, lookups } = createTestCache(async () => KEY);
	const found = await Promise.all(
		Array.from({ length: 50 }, () => cache.find("a")),
	);
	expect(found.every((key) => key === KEY)).toBe(true);
	expect(lookups()).toBe(1);
});

it("does not cache a failed lookup", async () => {
	let fail = true;
	const { cache } = createTestCache(async () => {
		if (fail) throw new Error("unavailable");
		return KEY;
	});
	await expect(cache.find("a")).rejects.toThrow("unavailable");
	fail = false;
	expect(await cache.find("a")).toBe(KEY);
});

it("does not remember what it read before a key was changed", async () => {
	const reading = Promise.withResolvers<ApiKey>();
	const results = [reading.promise, Promise.resolve(undefined)];
	const { cache } = createTestCache(() => results.shift()!);
	const first = cache.find("a");
	cache.forget("a"); // revoked during the lookup
	reading.resolve(KEY);
	await first;
	expect(await cache.find("a")).toBeUndefined();
});
