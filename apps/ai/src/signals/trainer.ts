import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TaskModel, TrainingSet } from "./signal-model.ts";

/** An idle thread keeps the memory of what it learnt last, some 100 MB. */
const IDLE_MS = 2_000;

/** Learns one task. */
export type TrainTask = (set: TrainingSet) => Promise<TaskModel>;

export interface Trainer {
	readonly train: TrainTask;
	close(): Promise<void>;
}

/**
 * Learns in a thread of its own, one task after the other: thousands of examples take seconds, in which the service
 * must continue to serve requests. The thread ends when nothing has been learnt for a while.
 */
export function openTrainer(idleMs = IDLE_MS): Trainer {
	let worker: Worker | undefined;
	let last: Promise<unknown> = Promise.resolve();
	let waiting = 0;
	let idle: NodeJS.Timeout | undefined;

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

	function endLater(): void {
		waiting--;
		if (waiting === 0) idle = setTimeout(end, idleMs).unref();
	}

	async function end(): Promise<void> {
		clearTimeout(idle);
		const ending = worker;
		worker = undefined;
		await ending?.terminate();
	}

	return {
		train(set) {
			clearTimeout(idle);
			waiting++;
			const next = last.then(() => trainNow(set)).finally(endLater);
			last = next.catch(() => undefined);
			return next;
		},
		close: end,
	};
}
