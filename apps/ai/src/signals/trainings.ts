import { randomUUID } from "node:crypto";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { OnRead } from "./train-signals.ts";

/** Something that is being learnt, or was a moment ago. */
export interface Training<Model> {
	/** Texts read so far. */
	readonly read: number;
	readonly model: Promise<Model>;
}

/** Learns, and tells `onRead` how far it is, which throws when nobody waits any more. */
export type Learn<Model> = (onRead: OnRead) => Promise<Model>;

export interface Trainings<Model> {
	/**
	 * The training of that name, begun if there is none; an empty name stands for a training of its own.
	 *
	 * @throws AppError `service_unavailable` when too many are under way
	 */
	join(name: string, learn: Learn<Model>): Training<Model>;
}

/** More at a time would only wait for each other. */
const UNDER_WAY_MAX = 8;
/** Finished ones that are kept for those who have yet to fetch them. */
const FINISHED_MAX = 4;
/** Callers ask every few seconds; after this long they are gone, or ask another process. */
const ABANDONED_AFTER_MS = 5 * 60_000;

interface Known<Model> {
	read: number;
	askedAt: number;
	isFinished: boolean;
	readonly model: Promise<Model>;
}

/**
 * Trainings that outlive the calls that ask for them: a call is over in seconds, a training takes minutes. What is lost
 * with the process is begun again by the next call.
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
			askedAt: now(),
			isFinished: false,
			model: model.promise,
		};
		trainings.set(name, training);
		const onRead = (count: number) => {
			if (now() - training.askedAt > ABANDONED_AFTER_MS)
				throw new Error("nobody waits for the training any more");
			training.read += count;
		};
		// Whoever asks next begins anew. This caller may have gone; then the failure is nobody's.
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
			training.askedAt = now();
			return training;
		},
	};
}
