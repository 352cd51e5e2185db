import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { lazyEncoder } from "./lazy-encoder.ts";

function counted(failures = 0) {
	const count = { opened: 0, closed: 0 };
	const label = { name: "space", dimensions: 1, version: "1" };
	const open = async () => {
		count.opened++;
		if (count.opened <= failures) throw new Error("no memory");
		return {
			...label,
			embed: async (texts: readonly string[]) =>
				texts.map((text) => Float32Array.of(text.length)),
			close: async () => void count.closed++,
		};
	};
	return { count, label, open };
}

test("opens with the first text, once for texts that come together", async () => {
	const { count, label, open } = counted();
	const encoder = lazyEncoder(label, open, 60_000);
	expect(await encoder.embed([])).toEqual([]);
	expect(count.opened).toBe(0);
	const [a, b] = await Promise.all([
		encoder.embed(["a"]),
		encoder.embed(["bb"]),
	]);
	expect([a, b]).toEqual([[Float32Array.of(1)], [Float32Array.of(2)]]);
	expect(count).toEqual({ opened: 1, closed: 0 });
	await encoder.close();
	expect(count.closed).toBe(1);
	await expect(encoder.embed(["c"])).rejects.toThrow("closed");
});

test("closes when no text has come for a while, and opens again", async () => {
	const { count, label, open } = counted();
	const encoder = lazyEncoder(label, open, 5);
	await encoder.embed(["a"]);
	while (count.closed === 0) await sleep(1);
	expect(await encoder.embed(["a"])).toEqual([Float32Array.of(1)]);
	expect(count.opened).toBe(2);
	await encoder.close();
});

test("tries again after a failure", async () => {
	const { count, label, open } = counted(1);
	const encoder = lazyEncoder(label, open, 60_000);
	await expect(encoder.embed(["a"])).rejects.toThrow("no memory");
	expect(await encoder.embed(["a"])).toEqual([Float32Array.of(1)]);
	expect(count.opened).toBe(2);
	await encoder.close();
});
