import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import {
	createInferenceLock,
	endInference,
	type InferenceLock,
} from "./inference-lock.ts";
import { STOP, type WorkerMessage, type WorkerStart } from "./worker-loop.ts";

// The inference runtime would send telemetry about this machine and every session. It reads the variable as it is loaded,
// and only the main thread's variables are the process's.
// biome-ignore lint/style/noRestrictedGlobals: it has no other switch, and every import of it passes through here.
process.env.ORT_DISABLE_TELEMETRY = "1";

const locks = new Set<InferenceLock>();
// biome-ignore lint/style/noRestrictedGlobals: whatever ends the process, its threads must not be stopped within the library.
process.on("exit", () => locks.forEach(endInference));

interface Task {
	readonly text: string;
	readonly resolve: (vector: Float32Array) => void;
	readonly reject: (err: unknown) => void;
}

/** Threads that each encode one text at a time, and the texts that wait for them. A thread that dies is replaced. */
export class EncoderWorkers {
	readonly #module: URL;
	readonly #data: object;
	readonly #interactive: Task[] = [];
	readonly #background: Task[] = [];
	readonly #loading = new Set<Worker>();
	readonly #workers = new Set<Worker>();
	readonly #idle: Worker[] = [];
	readonly #running = new Map<Worker, Task>();
	#isClosed = false;

	/** @param module what a thread runs; it gets the data when it starts */
	constructor(module: URL, data: object) {
		this.#module = module;
		this.#data = data;
	}

	/** Texts that wait. */
	get waiting(): number {
		return this.#interactive.length + this.#background.length;
	}

	/** False once closed, or when the last thread died and could not be replaced. */
	get isAlive(): boolean {
		return !this.#isClosed && this.#workers.size > 0;
	}

	/** @throws Error when the model cannot be loaded */
	async startWorker(): Promise<void> {
		const lock = createInferenceLock();
		const start: WorkerStart = { lock };
		const workerData = { ...this.#data, ...start };
		const worker = new Worker(this.#module, { workerData });
		locks.add(lock);
		worker.once("exit", () => locks.delete(lock));
		this.#loading.add(worker);
		try {
			await once(worker, "message");
		} finally {
			this.#loading.delete(worker);
		}
		this.#workers.add(worker);
		worker.on("message", (vector: Float32Array) => {
			this.#running.get(worker)?.resolve(vector);
			this.#running.delete(worker);
			this.#idle.push(worker);
			this.#dispatch();
		});
		worker.on("error", (err) => this.#running.get(worker)?.reject(err));
		worker.on("exit", () => this.#replace(worker));
		this.#idle.push(worker);
		this.#dispatch();
	}

	/** The text's vector. Background texts wait until no interactive one does. */
	encode(text: string, isInteractive: boolean): Promise<Float32Array> {
		return new Promise((resolve, reject) => {
			const queue = isInteractive ? this.#interactive : this.#background;
			queue.push({ text, resolve, reject });
			this.#dispatch();
		});
	}

	/** Rejects waiting texts, lets the threads finish their text, or loading the model, and ends them. */
	async close(): Promise<void> {
		this.#isClosed = true;
		this.#rejectAll(new Error("the encoder is closed"));
		const workers = [...this.#workers, ...this.#loading];
		const exits = workers.map((worker) => once(worker, "exit"));
		for (const worker of workers)
			worker.postMessage(STOP satisfies WorkerMessage);
		// One that fails has ended as well.
		await Promise.allSettled(exits);
	}

	#dispatch(): void {
		while (this.#idle.length > 0) {
			const task = this.#interactive.shift() ?? this.#background.shift();
			if (!task) return;
			const worker = this.#idle.pop() as Worker;
			this.#running.set(worker, task);
			worker.postMessage(task.text);
		}
	}

	#replace(dead: Worker): void {
		this.#running.get(dead)?.reject(serviceUnavailable());
		this.#running.delete(dead);
		this.#workers.delete(dead);
		const at = this.#idle.indexOf(dead);
		if (at >= 0) this.#idle.splice(at, 1);
		if (this.#isClosed) return;
		this.startWorker().catch((err: unknown) => {
			if (!this.isAlive) this.#rejectAll(err);
		});
	}

	#rejectAll(cause: unknown): void {
		const tasks = [
			...this.#interactive.splice(0),
			...this.#background.splice(0),
		];
		for (const task of tasks) task.reject(serviceUnavailable(cause));
	}
}
