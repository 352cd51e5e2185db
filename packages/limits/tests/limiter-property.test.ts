import { createClient } from "@redis/client";
import { redisMissing, startRedis } from "@supportdesk/testkit/redis.ts";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Limiter } from "../src/limiter.ts";
import { type Limits, WINDOW_LENGTHS } from "../src/limits.ts";
import { MemoryLimiter } from "../src/memory-limiter.ts";
import { RedisLimiter } from "../src/redis-limiter.ts";
import type { Verdict } from "../src/verdict.ts";
import { type Admission, model } from "./limiter-model.ts";
import { setClock, TEST_CLOCK } from "./redis-clock.ts";

/** An engine, with control over its clock and its server. */
interface Environment {
	readonly limiter: Limiter;
	setClock(nowMs: number): Promise<void>;
	restart(): Promise<void>;
}

type Step =
	/** `count` simultaneous requests. */
	| { readonly do: "request"; readonly limits: Limits; readonly count: number }
	| { readonly do: "release"; readonly pick: number }
	| { readonly do: "advance"; readonly byMs: number }
	| { readonly do: "crash" }
	| { readonly do: "restart" };

const { minuteMs, burstMs, dayMs, leaseMs } = WINDOW_LENGTHS;
// Three minutes before a midnight, so that runs cross it; and in the future, so that Redis, which expires keys by its own clock, keeps them.
const START_MS = (Math.ceil(Date.now() / dayMs) + 1) * dayMs - 3 * minuteMs;

const anyLimits: fc.Arbitrary<Limits> = fc.record({
	perMinute: fc.integer({ min: 1, max: 6 }),
	burst: fc.integer({ min: 1, max: 6 }),
	perDay: fc.option(fc.integer({ min: 1, max: 12 })),
	concurrent: fc.option(fc.integer({ min: 1, max: 3 })),
});
const edges = [
	1,
	999,
	burstMs - 1,
	burstMs,
	leaseMs - 1,
	leaseMs,
	minuteMs - 1,
	minuteMs,
];
const step = <T extends Step>(weight: number, arbitrary: fc.Arbitrary<T>) => ({
	weight,
	arbitrary,
});
const request = (limits: Limits): fc.Arbitrary<Step> =>
	fc
		.oneof(
			{ weight: 3, arbitrary: fc.constant(1) },
			{ weight: 1, arbitrary: fc.integer({ min: 2, max: 8 }) },
		)
		.map((count) => ({ do: "request", limits, count }));
const advance = (byMs: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
	byMs.map((ms) => ({ do: "advance", byMs: ms }));

/** Scripts under one plan and sometimes another: a plan change applies to the next request and the count is kept. */
const scripts = (restartWeight: number): fc.Arbitrary<Step[]> =>
	fc.tuple(anyLimits, anyLimits).chain(([plan, otherPlan]) => {
		const steps = [
			step(20, request(plan)),
			step(4, request(otherPlan)),
			step<Step>(
				8,
				fc.nat(9).map((pick) => ({ do: "release", pick })),
			),
			step(8, advance(fc.oneof(fc.constantFrom(...edges), fc.nat(minuteMs)))),
			step(1, advance(fc.constant(dayMs))),
			step<Step>(1, fc.constant({ do: "crash" })),
			step<Step>(restartWeight, fc.constant({ do: "restart" })),
		];
		return fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 60 });
	});

/** The limits that refuse a request in `state`, each with the wait until it would pass. */
function blockersOf(
	state: ReturnType<typeof model>,
	limits: Limits,
	nowMs: number,
) {
	const { minute, burst, day, inFlight } = state;
	const list: [code: string, blocks: boolean, waitMs: number][] = [
		[
			"rate_limit_minute",
			minute.used >= limits.perMinute,
			minute.resetMs - nowMs,
		],
		["rate_limit_burst", burst.used >= limits.burst, burst.resetMs - nowMs],
		[
			"rate_limit_day",
			day.used >= (limits.perDay ?? Number.POSITIVE_INFINITY),
			day.resetMs - nowMs,
		],
		[
			"concurrency_limit",
			inFlight >= (limits.concurrent ?? Number.POSITIVE_INFINITY),
			1000,
		],
	];
	return list.filter(([, blocks]) => blocks);
}

function expectNumbers(
	verdict: Verdict,
	state: ReturnType<typeof model>,
	limits: Limits,
) {
	const left = (limit: number, used: number) => Math.max(0, limit - used);
	const window = (
		limit: number,
		{ used, resetMs }: { used: number; resetMs: number },
	) => ({ limit, remaining: left(limit, used), resetMs });
	expect(verdict).toMatchObject({
		minute: window(limits.perMinute, state.minute),
		burst: window(limits.burst, state.burst),
		day: limits.perDay === null ? null : window(limits.perDay, state.day),
		concurrent:
			limits.concurrent === null
				? null
				: {
						limit: limits.concurrent,
						remaining: left(limits.concurrent, state.inFlight),
					},
	});
}

/** A client detects a lost connection only when it uses it, so `connected` is not enough. */
const untilResolved = (call: () => Promise<unknown>) =>
	expect
		.poll(
			() =>
				call().then(
					() => true,
					() => false,
				),
			{ timeout: 10_000, interval: 20 },
		)
		.toBe(true);

let keys = 0;

/** Runs a script on one fresh key and compares every verdict with the model. */
async function run(environment: Environment, script: Step[]): Promise<void> {
	const key = `key_property_${process.pid}_${keys++}`;
	const admissions: Admission[] = [];
	let held: Admission[] = [];
	const releases: Promise<void>[] = [];
	let now = START_MS;
	await environment.setClock(now);

	async function send(limits: Limits, leaseIds: string[]) {
		const verdicts = await Promise.all(
			leaseIds.map((leaseId) =>
				environment.limiter.admit(key, limits, leaseId),
			),
		);
		for (const [i, leaseId] of leaseIds.entries()) {
			expectVerdict(verdicts[i]!, limits, leaseId);
		}
	}

	function expectVerdict(verdict: Verdict, limits: Limits, leaseId: string) {
		const blockers = blockersOf(
			model(admissions, WINDOW_LENGTHS, now),
			limits,
			now,
		);
		if (blockers.length === 0) {
			const admission = { atMs: now, leaseId, limits, released: false };
			admissions.push(admission);
			held.push(admission);
			expect(verdict).toMatchObject({
				allowed: true,
				code: null,
				retryAfterSeconds: 0,
			});
		} else {
			const longestMs = Math.max(...blockers.map(([, , waitMs]) => waitMs));
			expect(verdict).toMatchObject({
				allowed: false,
				retryAfterSeconds: Math.max(1, Math.ceil(longestMs / 1000)),
			});
			expect(blockers).toContainEqual([verdict.code, true, longestMs]);
		}
		expect(verdict.nowMs).toBe(now);
		expectNumbers(verdict, model(admissions, WINDOW_LENGTHS, now), limits);
	}

	for (const [i, next] of script.entries()) {
		if (next.do === "request") {
			const ids = Array.from({ length: next.count }, (_, n) => `req_${i}_${n}`);
			await send(next.limits, ids);
			continue;
		}
		// A release is sent with the next requests if they follow at once.
		if (next.do !== "release") await Promise.all(releases.splice(0));
		if (next.do === "advance") {
			now += next.byMs;
			await environment.setClock(now);
		} else if (next.do === "restart") await environment.restart();
		// The gateway that held the leases has crashed and never releases them.
		else if (next.do === "crash") held = [];
		else {
			const [chosen] = held.splice(next.pick % (held.length || 1), 1);
			if (!chosen) continue;
			releases.push(environment.limiter.release(key, chosen.leaseId));
			chosen.released = true;
		}
	}
	await Promise.all(releases);
}

describe("every verdict equals the model's", () => {
	it("in process", async () => {
		let now = 0;
		const limiter = new MemoryLimiter(() => now);
		const environment: Environment = {
			limiter,
			async setClock(nowMs) {
				now = nowMs;
			},
			restart: async () => {},
		};
		const property = fc.asyncProperty(scripts(0), (script) =>
			run(environment, script),
		);
		await fc.assert(property, { numRuns: 1_000 });
	});

	it.skipIf(redisMissing(true))(
		"on Redis, also when it is killed and restarted",
		async () => {
			const redis = await startRedis({
				needsOwnServer: true,
				appendFsync: "always",
			});
			onTestFinished(() => redis.close());
			const control = await createClient({ url: redis.url })
				.on("error", () => {})
				.connect();
			const limiter = new RedisLimiter({
				url: redis.url,
				commandTimeoutMs: 10_000,
				clockLua: TEST_CLOCK,
			});
			onTestFinished(async () => {
				await limiter.close();
				control.destroy();
			});
			await limiter.waitForConnection(5_000);
			const environment: Environment = {
				limiter,
				setClock: (nowMs) => setClock(control, nowMs),
				async restart() {
					await redis.kill();
					await redis.start();
					await untilResolved(() => control.ping());
					await untilResolved(() => limiter.release("key_none", "req_none"));
				},
			};
			const property = fc.asyncProperty(scripts(1), (script) =>
				run(environment, script),
			);
			await fc.assert(property, { numRuns: 150 });
		},
		120_000,
	);
});
