import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RedisClient } from "./redis-client.ts";
import type { Snapshot } from "./verdict.ts";

const REDIS_CLOCK = `local function now_ms()
	local time = redis.call('TIME')
	return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

const [ADMIT, RENEW] = ["./admit.lua", "./renew.lua"].map((name) =>
	readFileSync(new URL(name, import.meta.url), "utf8"),
) as [string, string];

/** A Lua script, with the hash that Redis knows it by. */
export interface Script {
	readonly text: string;
	readonly sha: string;
}

/** The scripts of the limiter. @param clockLua Lua that defines `now_ms()`; Redis's clock if not given */
export function limiterScripts(clockLua = REDIS_CLOCK): {
	readonly admit: Script;
	readonly renew: Script;
} {
	return {
		admit: scriptOf(clockLua + ADMIT),
		renew: scriptOf(clockLua + RENEW),
	};
}

function scriptOf(text: string): Script {
	return { text, sha: createHash("sha1").update(text).digest("hex") };
}

/** Runs a script by its hash, or by its text when Redis does not know the hash. */
export async function runScript(
	client: RedisClient,
	{ sha, text }: Script,
	call: { keys: string[]; arguments: string[] },
): Promise<unknown> {
	try {
		return await client.evalSha(sha, call);
	} catch (err) {
		const isUnknown =
			err instanceof Error && err.message.startsWith("NOSCRIPT");
		if (!isUnknown) throw err;
		return client.eval(text, call);
	}
}

// The braces make a Redis Cluster keep both keys of one API key on one node.
export const windowsKey = (key: string) => `rl:v1:{${key}}:windows`;
export const leasesKey = (key: string) => `rl:v1:{${key}}:leases`;

const SHARED_NUMBERS = 4;
const NUMBERS_EACH = 5;
const SLOT_REFUSED = 2;

/** Parses the reply of `admit.lua` for `count` requests. */
export function snapshotsOf(reply: unknown, count: number): Snapshot[] {
	if (
		!Array.isArray(reply) ||
		reply.length !== SHARED_NUMBERS + count * NUMBERS_EACH
	)
		throw new Error("the limiter's script sent a malformed reply");
	const [nowMs, minuteMs, burstMs, dayMs] = reply;
	return Array.from({ length: count }, (_, i) => {
		const at = SHARED_NUMBERS + i * NUMBERS_EACH;
		return {
			admitted: reply[at] === 0,
			slotRefused: reply[at] === SLOT_REFUSED,
			nowMs,
			inFlight: reply[at + 1],
			minute: { startMs: minuteMs, count: reply[at + 2] },
			burst: { startMs: burstMs, count: reply[at + 3] },
			day: { startMs: dayMs, count: reply[at + 4] },
		};
	});
}
