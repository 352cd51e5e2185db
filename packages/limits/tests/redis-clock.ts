import type { createClient } from "redis";

/** For `clockLua`: the script with its clock in a key, so that time moves only when a test says so. */
export const TEST_CLOCK =
	"local function now_ms() return tonumber(redis.call('GET', 'clock')) end\n";

export async function setClock(
	redis: Pick<ReturnType<typeof createClient>, "set">,
	nowMs: number,
): Promise<void> {
	await redis.set("clock", nowMs);
}
