import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;

/** Polls the condition until it holds or the time is up; returns whether it holds. */
export async function eventually(
	condition: () => Promise<boolean>,
	withinMs: number,
): Promise<boolean> {
	const deadline = Date.now() + withinMs;
	while (Date.now() < deadline) {
		if (await condition()) return true;
		await sleep(POLL_MS);
	}
	return condition();
}
