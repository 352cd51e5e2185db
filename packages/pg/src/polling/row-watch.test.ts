import { expect, it, onTestFinished } from "vitest";
import { announceRows, watchRows } from "./row-watch.ts";

const NEVER_MS = 60_000;
const never = new AbortController().signal;

function watch(quickLooks: number) {
	const rows = watchRows("parcels", {
		quickMs: 1,
		quickLooks,
		idleMs: NEVER_MS,
	});
	onTestFinished(() => rows.stop());
	return rows;
}

const isPending = async (next: Promise<void>) =>
	(await Promise.race([
		next.then(() => "looks"),
		new Promise((resolve) => setTimeout(resolve, 50, "waits")),
	])) === "waits";

/** Looks until it waits for a second or longer. */
async function untilIdle(rows: ReturnType<typeof watch>): Promise<void> {
	for (let look = 0; look < 10; look += 1) await rows.next(false, never);
}

it("looks a few times more after the last rows, and then waits longer each time", async () => {
	const rows = watch(2);
	await rows.next(true, never);
	await untilIdle(rows);
	expect(await isPending(rows.next(false, AbortSignal.timeout(200)))).toBe(
		true,
	);
});

it("looks again when this process writes rows, whether it waits for them or is looking", async () => {
	const rows = watch(1);
	await untilIdle(rows);
	const waiting = rows.next(false, never);
	announceRows("parcels");
	await waiting;
	announceRows("parcels");
	await rows.next(false, never);
});

it("does not look for the rows of others' names", async () => {
	const rows = watch(0);
	await untilIdle(rows);
	const waiting = rows.next(false, AbortSignal.timeout(200));
	announceRows("letters");
	expect(await isPending(waiting)).toBe(true);
});

it("ends its wait when it is stopped", async () => {
	const rows = watch(0);
	await untilIdle(rows);
	const stopping = new AbortController();
	const waiting = rows.next(false, stopping.signal);
	stopping.abort();
	await waiting;
});
