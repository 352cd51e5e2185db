import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTrainings } from "./trainings.ts";

const MINUTE_MS = 60_000;

test("continues a begun training when it is requested again", async () => {
	const trainings = createTrainings<string>();
	const text = Promise.withResolvers<void>();
	let begun = 0;
	const learn = async (onRead: (count: number) => void) => {
		begun++;
		onRead(3);
		await text.promise;
		onRead(4);
		return "model";
	};
	const first = trainings.join("a", learn);
	expect(first.read).toBe(3);
	const second = trainings.join("a", learn);
	text.resolve();
	expect(await Promise.all([first.model, second.model])).toEqual([
		"model",
		"model",
	]);
	expect(second.read).toBe(7);
	expect(await trainings.join("a", learn).model).toBe("model");
	expect(begun).toBe(1);
	await trainings.join("b", learn).model;
	await trainings.join("", learn).model;
	await trainings.join("", learn).model;
	expect(begun).toBe(4);
});

test("begins again after a failure, and stops abandoned trainings", async () => {
	let nowMs = 0;
	const trainings = createTrainings<string>(() => nowMs);
	const fail = () => Promise.reject(new Error("no"));
	await expect(trainings.join("a", fail).model).rejects.toThrow("no");
	let read = 0;
	const learn = async (onRead: (count: number) => void) => {
		for (; read < 20; read++) {
			nowMs += MINUTE_MS;
			onRead(1);
			await setImmediate();
		}
		return "model";
	};
	await expect(trainings.join("a", learn).model).rejects.toThrow("abandoned");
	expect(read).toBeLessThan(10);
	let answer: string | undefined;
	const waiting = trainings.join("a", learn).model.then((model) => {
		answer = model;
	});
	while (answer === undefined) {
		trainings.join("a", learn);
		await setImmediate();
	}
	await waiting;
	expect(answer).toBe("model");
});

test("takes on no more than it can carry", async () => {
	const trainings = createTrainings<string>();
	const end = Promise.withResolvers<void>();
	const learn = () => end.promise.then(() => "model");
	const all = Array.from({ length: 8 }, (_, i) =>
		trainings.join(`${i}`, learn),
	);
	expect(() => trainings.join("one more", learn)).toThrow(
		expect.objectContaining({ code: "service_unavailable" }),
	);
	end.resolve();
	await Promise.all(all.map(({ model }) => model));
	expect(await trainings.join("one more", learn).model).toBe("model");
});
