import { Worker } from "node:worker_threads";
import { tooManyBodies } from "../domain/errors.ts";
import {
	containsHtml,
	type MessageBody,
	readMessageBody,
} from "../domain/message-body.ts";

/** Which request a body is of. */
export interface BodyOwner {
	readonly workspaceId: string;
	/** Aborted when no one waits for the body any longer. */
	readonly signal: AbortSignal;
}

/** Reads a body as `readMessageBody` does. @throws AppError `concurrency_limit` when too many of the workspace wait */
export type ReadBody = (body: string, owner: BodyOwner) => Promise<MessageBody>;

interface Waiting {
	readonly body: string;
	readonly signal: AbortSignal;
	readonly giveUpAt: number;
	resolve(read: MessageBody): void;
	reject(err: unknown): void;
}

// Measured: 4,000 characters of HTML take 2 ms at the most, about as much as the rest of the request; 100,000 up to 500 ms.
const ON_THIS_THREAD_MAX = 4_000;
const THREADS = 2; // one is free while the bodies of one workspace are read
const WAITING_MAX = 256; // of one workspace: 25 MB
const WAIT_MAX_MS = 5_000; // a write has ten seconds

/**
 * Reads message bodies, those with much HTML on threads of their own. A workspace has its bodies read one after the
 * other, and workspaces take turns: none waits for more than one body of each other one.
 */
export class BodyReader {
	/** Workspaces with bodies that wait, in the order of their turns. */
	readonly #waiting = new Map<string, Waiting[]>();
	/** What is being read, by its thread. */
	readonly #running = new Map<
		Worker,
		{ readonly workspaceId: string; readonly job: Waiting }
	>();
	readonly #idle: Worker[] = [];

	readonly read: ReadBody = async (body, owner) => {
		if (body.length <= ON_THIS_THREAD_MAX || !containsHtml(body))
			return readMessageBody(body);
		return this.#enqueue(body, owner);
	};

	/** Ends the threads. No body may be waiting. */
	async close(): Promise<void> {
		const workers = [...this.#idle.splice(0), ...this.#running.keys()];
		await Promise.all(workers.map((worker) => worker.terminate()));
	}

	#enqueue(
		body: string,
		{ workspaceId, signal }: BodyOwner,
	): Promise<MessageBody> {
		const queue = this.#waiting.get(workspaceId) ?? [];
		if (queue.length >= WAITING_MAX) throw tooManyBodies();
		return new Promise((resolve, reject) => {
			const giveUpAt = performance.now() + WAIT_MAX_MS;
			queue.push({ body, signal, giveUpAt, resolve, reject });
			this.#waiting.set(workspaceId, queue);
			this.#dispatch();
		});
	}

	/** Gives every free thread the first body of the next workspace that has none being read. */
	#dispatch(): void {
		const busy = new Set(
			[...this.#running.values()].map(({ workspaceId }) => workspaceId),
		);
		for (const [workspaceId, queue] of this.#waiting) {
			if (this.#running.size === THREADS) return;
			if (busy.has(workspaceId)) continue;
			this.#waiting.delete(workspaceId);
			const job = takeFirst(queue);
			// Its next turn is after those of all others.
			if (queue.length > 0) this.#waiting.set(workspaceId, queue);
			if (!job) continue;
			busy.add(workspaceId);
			const worker = this.#idle.pop() ?? this.#start();
			this.#running.set(worker, { workspaceId, job });
			worker.ref();
			worker.postMessage(job.body);
		}
	}

	/** Started with the first large body: most processes never see one. */
	#start(): Worker {
		const worker = new Worker(new URL("body-worker.ts", import.meta.url));
		worker.on("message", (read: MessageBody) => {
			this.#running.get(worker)?.job.resolve(read);
			this.#running.delete(worker);
			worker.unref(); // an idle thread must not keep a process that wants to end
			this.#idle.push(worker);
			this.#dispatch();
		});
		let cause: unknown;
		worker.on("error", (err) => {
			cause = err;
		});
		worker.on("exit", () => {
			const ended = new Error("the thread that sanitises has ended", { cause });
			this.#running.get(worker)?.job.reject(ended);
			this.#running.delete(worker);
			const at = this.#idle.indexOf(worker);
			if (at >= 0) this.#idle.splice(at, 1);
			this.#dispatch();
		});
		return worker;
	}
}

/** The first body that is still waited for; those before it that have waited too long are refused. */
function takeFirst(queue: Waiting[]): Waiting | undefined {
	for (;;) {
		const job = queue.shift();
		if (!job) return undefined;
		if (job.signal.aborted) job.reject(job.signal.reason);
		else if (performance.now() > job.giveUpAt) job.reject(tooManyBodies());
		else return job;
	}
}
