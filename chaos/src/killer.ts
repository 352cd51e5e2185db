import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "@supportdesk/cluster/cluster.ts";

/** Something that can be killed without warning and started again. */
interface Victim {
	readonly name: string;
	kill(): Promise<void>;
	start(): Promise<void>;
}

export interface Kills {
	/** By name. */
	readonly counts: Readonly<Record<string, number>>;
	/** Resolves when everything that was killed runs again. */
	readonly done: Promise<void>;
}

const RESTART_EVERY_MS = 200;

/**
 * Kills (SIGKILL) something at random every `everyMs` on average until `signal`; each is started again at once, as a
 * kubelet would, however often that takes.
 */
export function killAtRandom(
	cluster: Cluster,
	everyMs: number,
	random: () => number,
	signal: AbortSignal,
): Kills {
	const victims: Victim[] = [
		...cluster.apps,
		{ name: "redis", kill: cluster.redis.kill, start: cluster.redis.start },
		{
			name: "postgres",
			kill: cluster.postgres.kill,
			start: cluster.postgres.start,
		},
	];
	const counts: Record<string, number> = {};
	const down = new Set<Victim>();
	const restarts = new Set<Promise<void>>();
	const restart = async (victim: Victim) => {
		for (;;) {
			try {
				await victim.start();
				down.delete(victim);
				return;
			} catch {
				await sleep(RESTART_EVERY_MS); // it needs something that is down as well
			}
		}
	};
	const run = async () => {
		while (!signal.aborted) {
			await sleep(everyMs * 2 * random());
			const standing = victims.filter((victim) => !down.has(victim));
			const victim = standing[Math.floor(random() * standing.length)];
			if (!victim) continue;
			down.add(victim);
			counts[victim.name] = (counts[victim.name] ?? 0) + 1;
			await victim.kill();
			const restarted = restart(victim).finally(() =>
				restarts.delete(restarted),
			);
			restarts.add(restarted);
		}
		await Promise.all(restarts);
	};
	return { counts, done: run() };
}
