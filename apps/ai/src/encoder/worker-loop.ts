import { parentPort } from "node:worker_threads";

/** The message that ends a worker once it has finished its text. */
export const STOP = null;

/** A text to encode, or STOP. */
export type WorkerMessage = string | typeof STOP;

/** What a worker does: one text at a time. */
export interface TextWorker {
	embed(text: string): Promise<Float32Array<ArrayBuffer>>;
	release(): Promise<void>;
}

/** Encodes the texts that the main thread sends, one after the other, until it sends {@link STOP}. */
export function answerTexts({ embed, release }: TextWorker): void {
	const answer = async (text: string) => {
		const vector = await embed(text);
		parentPort?.postMessage(vector, [vector.buffer]);
	};
	const stop = async () => {
		await release();
		parentPort?.close();
	};
	// Ended from outside in the middle of a run, the library would abort the whole process.
	let running: Promise<void> = Promise.resolve();
	parentPort?.on("message", (message: WorkerMessage) => {
		running = running.then(() => (message === STOP ? stop() : answer(message)));
	});
	parentPort?.postMessage("ready");
}
