import { parentPort, workerData } from "node:worker_threads";
import { holding, type InferenceLock } from "./inference-lock.ts";

/** The message that ends a worker once it has finished its text. */
export const STOP = null;

/** A text to encode, or STOP. */
export type WorkerMessage = string | typeof STOP;

/** What every thread of an encoder gets when it starts, beside its own data. */
export interface WorkerStart {
	readonly lock: InferenceLock;
}

/** Runs what uses the inference library, of which no other does at the time. The end of the process waits for it. */
export function inference<T>(run: () => Promise<T>): Promise<T> {
	return holding((workerData as WorkerStart).lock, run);
}

/** What a worker does: one text at a time. */
export interface TextWorker {
	embed(text: string): Promise<Float32Array<ArrayBuffer>>;
	release(): Promise<void>;
}

/** Encodes the texts that the main thread sends, one after the other, until it sends {@link STOP}. */
export function answerTexts({ embed, release }: TextWorker): void {
	const answer = async (text: string) => {
		const vector = await inference(() => embed(text));
		parentPort?.postMessage(vector, [vector.buffer]);
	};
	const stop = async () => {
		await inference(release);
		parentPort?.close();
	};
	let running: Promise<void> = Promise.resolve();
	parentPort?.on("message", (message: WorkerMessage) => {
		running = running.then(() => (message === STOP ? stop() : answer(message)));
	});
	parentPort?.postMessage("ready");
}
