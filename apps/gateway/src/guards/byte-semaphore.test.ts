import { expect, it } from "vitest";
import { createByteSemaphore } from "./byte-semaphore.ts";

it("runs what fits concurrently, in order, and runs what is too large alone", async () => {
	const semaphore = createByteSemaphore(10);
	const begun: string[] = [];
	const work = new Map<string, PromiseWithResolvers<void>>();
	const take = (name: string, bytes: number) =>
		semaphore.run(bytes, async () => {
			begun.push(name);
			const own = Promise.withResolvers<void>();
			work.set(name, own);
			await own.promise;
			return name;
		});
	const end = async (name: string) => {
		work.get(name)!.resolve();
		await new Promise(setImmediate);
	};
	const taken = [take("a", 6), take("b", 4), take("c", 20), take("d", 1)];
	await new Promise(setImmediate);
	expect(begun).toEqual(["a", "b"]);
	await end("a");
	expect(begun).toEqual(["a", "b"]);
	await end("b");
	expect(begun).toEqual(["a", "b", "c"]);
	await end("c");
	await end("d");
	expect(await Promise.all(taken)).toEqual(["a", "b", "c", "d"]);
});

it("continues after work that failed", async () => {
	const semaphore = createByteSemaphore(1);
	const failed = semaphore.run(1, async () => {
		throw new Error("no");
	});
	await expect(failed).rejects.toThrow("no");
	expect(await semaphore.run(1, async () => 1)).toBe(1);
});
