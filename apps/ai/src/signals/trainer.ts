import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TaskModel, TrainingSet } from "./signal-model.ts";

/** Learns one task. */
export type TrainTask = (set: TrainingSet) => Promise<TaskModel>;

export interface Trainer {
	readonly train: TrainTask;
	close(): Promise<void>;
}

/**
 * Learns in a thread of its own, one task after the other: thousands of examples take seconds, in which the service
 * must continue to serve requests.
 */
export function openTrainer(): Trainer {
	let worker: Worker | undefined;
	let last: Promise<unknown> = Promise.resolve();

	async function trainNow(set: TrainingSet): Promise<TaskModel> {
		worker ??= startWorker();
		const answer = once(worker, "message");
		worker.postMessage(set);
		const [model] = (await answer) as [TaskModel];
		return model;
	}

	function startWorker(): Worker {
		const started = new Worker(
			new URL("./training-worker.ts", import.meta.url),
		);
		// An idle trainer must not keep a command line alive.
		started.unref();
		started.once("exit", () => {
			if (worker === started) worker = undefined;
		});
		return started;
	}

	return {
		train(set) {
			const next = last.then(() => trainNow(set));
			last = next.catch(() => undefined);
			return next;
		},
		async close() {
			await worker?.terminate();
		},
	};
}
