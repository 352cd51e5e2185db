import type { createClient } from "@redis/client";

/** For `clockLua`: the script reads the time from a key, so that only the test moves the clock. */
export const TEST_CLOCK =
	"local function now_ms() return tonumber(redis.call('GET', 'clock')) end\n";

export async function setClock(
	redis: Pick<ReturnType<typeof createClient>, "set">,
	nowMs: number,
): Promise<void> {
	await redis.set("clock", nowMs);
}
