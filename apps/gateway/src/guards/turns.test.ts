import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("works on what fits together, in order, and on what is too large alone", async () => {
	const turns = createTurns(10);
	const begun: string[] = [];
	const work = new Map<string, PromiseWithResolvers<void>>();
	const take = (name: string, bytes: number) =>
		turns.take(bytes, async () => {
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

it("goes on after work that failed", async () => {
	const turns = createTurns(1);
	const failed = turns.take(1, async () => {
		throw new Error("no");
	});
	await expect(failed).rejects.toThrow("no");
	expect(await turns.take(1, async () => 1)).toBe(1);
});
