import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "@supportdesk/cluster/cluster.ts";

/** A part that can be killed without warning and restarted. */
interface Victim {
	readonly name: string;
	kill(): Promise<void>;
	start(): Promise<void>;
}

export interface Kills {
	/** By name. */
	readonly counts: Readonly<Record<string, number>>;
	/** Resolves when every killed part runs again. */
	readonly done: Promise<void>;
}

const RESTART_EVERY_MS = 200;

/**
 * Kills (SIGKILL) a random part every `everyMs` on average until `signal`; each is restarted at once, as a kubelet
 * would, with retries until it runs.
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
				await sleep(RESTART_EVERY_MS); // it needs another part that is down
			}
		}
	};
	const run = async () => {
		while (!signal.aborted) {
			await sleep(everyMs * 2 * random());
			const running = victims.filter((victim) => !down.has(victim));
			const victim = running[Math.floor(random() * running.length)];
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
