import {
	decodeClassifier,
	encodeClassifier,
} from "../learn/classifier-file.ts";
import type { Calibration } from "../learn/confidence.ts";
import type { SignalModel, TaskModel } from "./signal-model.ts";
import { TASKS, type Task } from "./task.ts";

/** Changes when bytes written before can no longer be read; such a model is trained again. */
const FORMAT = 1;

interface Head {
	readonly format: number;
	readonly models: readonly {
		readonly encoder: string;
		readonly calibrations: Readonly<Record<Task, Calibration>>;
		/** Bytes of the tasks' classifiers, in the order of TASKS. */
		readonly lengths: readonly number[];
	}[];
}

/** Models as bytes: a head as JSON behind its length, then the classifiers. */
export async function encodeModels(
	models: readonly SignalModel[],
): Promise<Buffer> {
	const files = await Promise.all(
		models.map(({ tasks }) =>
			Promise.all(
				TASKS.map((task) => encodeClassifier(tasks[task].classifier)),
			),
		),
	);
	const head: Head = {
		format: FORMAT,
		models: models.map(({ encoder, tasks }, i) => ({
			encoder,
			calibrations: byTask((task) => tasks[task].calibration),
			lengths: files[i]!.map(({ length }) => length),
		})),
	};
	const json = Buffer.from(JSON.stringify(head));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(json.length);
	return Buffer.concat([length, json, ...files.flat()]);
}

/** @throws Error when the bytes are not models of this format */
export async function decodeModels(bytes: Uint8Array): Promise<SignalModel[]> {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = 4 + file.readUInt32LE(0);
	const head = JSON.parse(file.toString("utf8", 4, at)) as Head;
	if (head.format !== FORMAT) throw new Error("the model is of another format");
	const models: SignalModel[] = [];
	for (const { encoder, calibrations, lengths } of head.models) {
		const classifiers = await Promise.all(
			lengths.map((length) => {
				at += length;
				return decodeClassifier(file.subarray(at - length, at));
			}),
		);
		const tasks = byTask(
			(task): TaskModel => ({
				classifier: classifiers[TASKS.indexOf(task)]!,
				calibration: calibrations[task],
			}),
		);
		models.push({ encoder, tasks });
	}
	return models;
}

function byTask<T>(make: (task: Task) => T): Record<Task, T> {
	return {
		intent: make("intent"),
		urgency: make("urgency"),
		sentiment: make("sentiment"),
	};
}
