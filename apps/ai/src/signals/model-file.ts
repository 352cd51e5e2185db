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
export function encodeModels(models: readonly SignalModel[]): Buffer {
	const parts: Buffer[] = [];
	const head: Head = {
		format: FORMAT,
		models: models.map(({ encoder, tasks }) => {
			const files = TASKS.map((task) =>
				encodeClassifier(tasks[task].classifier),
			);
			parts.push(...files);
			return {
				encoder,
				calibrations: byTask((task) => tasks[task].calibration),
				lengths: files.map(({ length }) => length),
			};
		}),
	};
	const json = Buffer.from(JSON.stringify(head));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(json.length);
	return Buffer.concat([length, json, ...parts]);
}

/** @throws Error when the bytes are not models of this format */
export function decodeModels(bytes: Uint8Array): SignalModel[] {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = 4 + file.readUInt32LE(0);
	const head = JSON.parse(file.toString("utf8", 4, at)) as Head;
	if (head.format !== FORMAT) throw new Error("the model is of another format");
	return head.models.map(({ encoder, calibrations, lengths }) => ({
		encoder,
		tasks: byTask((task): TaskModel => {
			const length = lengths[TASKS.indexOf(task)]!;
			at += length;
			return {
				classifier: decodeClassifier(file.subarray(at - length, at)),
				calibration: calibrations[task],
			};
		}),
	}));
}

function byTask<T>(make: (task: Task) => T): Record<Task, T> {
	return {
		intent: make("intent"),
		urgency: make("urgency"),
		sentiment: make("sentiment"),
	};
}
