import { expect, it } from "vitest";
import type { ApiKey } from "./api-key.ts";
import { createKeyRing } from "./key-ring.ts";

const KEY = { id: "key_1" } as ApiKey;

function aRing(answer: () => Promise<ApiKey | undefined>) {
	let now = 0;
	let lookUps = 0;
	const ring = createKeyRing(
		() => {
			lookUps += 1;
			return answer();
		},
		() => now,
	);
	return {
		ring,
		lookUps: () => lookUps,
		pass: (ms: number) => {
			now += ms;
		},
	};
}

it("looks a known key up again after five seconds", async () => {
	const { ring, lookUps, pass } = aRing(async () => KEY);
	await ring.find("a");
	pass(4_999);
	await ring.find("a");
	expect(lookUps()).toBe(1);
	pass(1);
	await ring.find("a");
	expect(lookUps()).toBe(2);
});

it("looks an unknown key up again after two seconds", async () => {
	const { ring, lookUps, pass } = aRing(async () => undefined);
	expect(await ring.find("a")).toBeUndefined();
	pass(1_999);
	await ring.find("a");
	expect(lookUps()).toBe(1);
	pass(1);
	await ring.find("a");
	expect(lookUps()).toBe(2);
});

it("asks once for many requests with one key at the same moment", async () => {
	const { ring, lookUps } = aRing(async () => KEY);
	const found = await Promise.all(
		Array.from({ length: 50 }, () => ring.find("a")),
	);
	expect(found.every((key) => key === KEY)).toBe(true);
	expect(lookUps()).toBe(1);
});

it("does not remember a failed look-up", async () => {
	let fail = true;
	const { ring } = aRing(async () => {
		if (fail) throw new Error("away");
		return KEY;
	});
	await expect(ring.find("a")).rejects.toThrow("away");
	fail = false;
	expect(await ring.find("a")).toBe(KEY);
});

it("does not remember what it read before a key was changed", async () => {
	const reading = Promise.withResolvers<ApiKey>();
	const answers = [reading.promise, Promise.resolve(undefined)];
	const { ring } = aRing(() => answers.shift()!);
	const first = ring.find("a");
	ring.forget("a"); // revoked while the look-up was on its way
	reading.resolve(KEY);
	await first;
	expect(await ring.find("a")).toBeUndefined();
});
