import { randomUUID } from "node:crypto";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { OnRead } from "./train-signals.ts";

/** A running or recently finished training. */
export interface Training<Model> {
	/** Texts read so far. */
	readonly read: number;
	readonly model: Promise<Model>;
}

/** Learns, and reports progress to `onRead`, which throws once the training is abandoned. */
export type Learn<Model> = (onRead: OnRead) => Promise<Model>;

export interface Trainings<Model> {
	/**
	 * The training of that name, begun if there is none; an empty name starts a separate training.
	 *
	 * @throws AppError `service_unavailable` when too many are under way
	 */
	join(name: string, learn: Learn<Model>): Training<Model>;
}

/** More at a time would only wait for each other. */
const UNDER_WAY_MAX = 8;
/** Finished ones that are kept for those who have yet to fetch them. */
const FINISHED_MAX = 4;
/** Callers poll every few seconds; after this long they have disconnected, or poll another process. */
const ABANDONED_AFTER_MS = 5 * 60_000;

interface Known<Model> {
	read: number;
	requestedAt: number;
	isFinished: boolean;
	readonly model: Promise<Model>;
}

/**
 * Trainings that outlive the calls that request them: a call is over in seconds, a training takes minutes. The next call begins
 * again after the process ended.
 */
export function createTrainings<Model>(
	now: () => number = Date.now,
): Trainings<Model> {
	const trainings = new Map<string, Known<Model>>();

	function begin(name: string, learn: Learn<Model>): Known<Model> {
		const known = [...trainings.values()];
		if (known.filter((one) => !one.isFinished).length >= UNDER_WAY_MAX)
			throw serviceUnavailable();
		const model = Promise.withResolvers<Model>();
		const training: Known<Model> = {
			read: 0,
			requestedAt: now(),
			isFinished: false,
			model: model.promise,
		};
		trainings.set(name, training);
		const onRead = (count: number) => {
			if (now() - training.requestedAt > ABANDONED_AFTER_MS)
				throw new Error("the training is abandoned: no caller waits for it");
			training.read += count;
		};
		// The next caller begins again. Without a waiting caller the rejection must not stay unhandled.
		training.model.catch(() => trainings.delete(name));
		learn(onRead)
			.then((learnt) => {
				training.isFinished = true;
				forgetFinished();
				return learnt;
			})
			.then(model.resolve, model.reject);
		return training;
	}

	function forgetFinished(): void {
		const finished = [...trainings].filter(([, one]) => one.isFinished);
		for (const [name] of finished.slice(0, -FINISHED_MAX))
			trainings.delete(name);
	}

	return {
		join(name, learn) {
			const key = name || randomUUID();
			const training = trainings.get(key) ?? begin(key, learn);
			training.requestedAt = now();
			return training;
		},
	};
}
