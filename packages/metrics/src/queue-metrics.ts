import { Gauge, type Registry } from "prom-client";

/** How many jobs of a task are in a state. */
export interface QueueCount {
	readonly task: string;
	/** `dead` jobs have used up their attempts and wait for an operator. */
	readonly state: "ready" | "running" | "scheduled" | "failed" | "dead";
	readonly count: number;
	/** How long the oldest of them has been due; 0 if none is due. */
	readonly oldestSeconds: number;
}

type ReadQueue = () => Promise<readonly QueueCount[]>;

/**
 * Registers the gauges of the queues; returns the function that adds a queue. Every process that works on a queue
 * reports the same numbers. While the database is unavailable it reports none instead of old ones.
 */
export function watchQueue(
	registers: Registry[],
): (app: string, read: ReadQueue) => void {
	const queues = new Map<string, ReadQueue>();
	const oldest = new Gauge({
		name: "job_queue_oldest_seconds",
		help: "How long the oldest job that is due has waited.",
		labelNames: ["app", "task", "state"] as const,
		registers,
	});
	new Gauge({
		name: "job_queue_depth",
		help: "Jobs by task and state; dead ones are not tried again.",
		labelNames: ["app", "task", "state"] as const,
		registers,
		async collect() {
			const read = await Promise.all(
				[...queues].map(async ([app, read]) => {
					const counts = await read().catch(() => []);
					return counts.map((count) => ({ app, ...count }));
				}),
			);
			this.reset();
			oldest.reset();
			for (const { app, task, state, count, oldestSeconds } of read.flat()) {
				this.set({ app, task, state }, count);
				oldest.set({ app, task, state }, oldestSeconds);
			}
		},
	});
	return (app, read) => void queues.set(app, read);
}
