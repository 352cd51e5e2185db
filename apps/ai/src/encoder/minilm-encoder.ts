import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { Encoder } from "./encoder.ts";
import type { WorkerOptions } from "./minilm-worker.ts";

const DIMENSIONS = 384;
/** The model was trained on texts of 128 pieces; a ticket's subject and first lines fit. */
const PIECES_MAX = 128;
/** A batch of more texts is background work: it waits until no short request does. */
const INTERACTIVE_TEXTS_MAX = 4;

export interface MiniLmOptions {
	/** The ONNX file; see ensure-model.ts. */
	readonly modelFile: string;
	readonly threads: number;
	/** Texts that may wait. One more is refused with `service_unavailable`. */
	readonly queueMax: number;
}

export interface MiniLmEncoder extends Encoder {
	close(): Promise<void>;
}

interface Task {
	readonly text: string;
	readonly resolve: (vector: Float32Array) => void;
	readonly reject: (err: unknown) => void;
}

/**
 * all-MiniLM-L6-v2 with int8 weights in worker threads: about 6 ms a short text and 36 ms one of 128 pieces.
 * @throws Error when the model cannot be loaded
 */
export async function openMiniLm(
	options: MiniLmOptions,
): Promise<MiniLmEncoder> {
	const interactive: Task[] = [];
	const background: Task[] = [];
	const running = new Map<Worker, Task>();
	const idle: Worker[] = [];
	const workers = new Set<Worker>();
	let closed = false;

	function dispatch(): void {
		while (idle.length > 0) {
			const task = interactive.shift() ?? background.shift();
			if (!task) return;
			const worker = idle.pop() as Worker;
			running.set(worker, task);
			worker.postMessage(task.text);
		}
	}

	async function startWorker(): Promise<void> {
		const worker = new Worker(new URL("./minilm-worker.ts", import.meta.url), {
			workerData: {
				modelFile: options.modelFile,
				piecesMax: PIECES_MAX,
			} satisfies WorkerOptions,
		});
		await once(worker, "message");
		workers.add(worker);
		worker.on("message", (vector: Float32Array) => {
			running.get(worker)?.resolve(vector);
			running.delete(worker);
			idle.push(worker);
			dispatch();
		});
		worker.on("error", (err) => running.get(worker)?.reject(err));
		worker.on("exit", () => replace(worker));
		idle.push(worker);
		dispatch();
	}

	function replace(worker: Worker): void {
		running.get(worker)?.reject(serviceUnavailable());
		running.delete(worker);
		workers.delete(worker);
		if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
		if (closed) return;
		startWorker().catch((err: unknown) => {
			if (workers.size === 0) rejectAll(err);
		});
	}

	function rejectAll(cause: unknown): void {
		for (const task of [...interactive.splice(0), ...background.splice(0)])
			task.reject(serviceUnavailable(cause));
	}

	await Promise.all(Array.from({ length: options.threads }, startWorker));
	return {
		name: "minilm-l6-v2-int8",
		dimensions: DIMENSIONS,
		async embed(texts) {
			const waiting = interactive.length + background.length;
			if (closed || waiting + texts.length > options.queueMax)
				throw serviceUnavailable();
			const queue =
				texts.length > INTERACTIVE_TEXTS_MAX ? background : interactive;
			const vectors = texts.map(
				(text) =>
					new Promise<Float32Array>((resolve, reject) => {
						queue.push({ text, resolve, reject });
					}),
			);
			dispatch();
			return Promise.all(vectors);
		},
		async close() {
			closed = true;
			rejectAll(new Error("the encoder is closed"));
			await Promise.all([...workers].map(endWorker));
		},
	};
}

/** Lets a worker end by itself: one that is terminated in the middle of an inference takes the process with it. */
async function endWorker(worker: Worker): Promise<void> {
	const ended = once(worker, "exit");
	worker.postMessage(null);
	await ended;
}
