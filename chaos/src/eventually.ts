import { setTimeout as sleep } from "node:timers/promises";

const ASK_EVERY_MS = 200;

/** Asks again until it is so, or the time is up; tells which. */
export async function eventually(
	isSo: () => Promise<boolean>,
	withinMs: number,
): Promise<boolean> {
	const deadline = Date.now() + withinMs;
	while (Date.now() < deadline) {
		if (await isSo()) return true;
		await sleep(ASK_EVERY_MS);
	}
	return isSo();
}
