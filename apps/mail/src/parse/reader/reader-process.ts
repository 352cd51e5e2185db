import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ParseLimits } from "../limits.ts";
import type { UnparsedReason } from "../parsed-mail.ts";
import type { ReadReply, ReadRequest } from "./messages.ts";
import { residentBytes } from "./resident-memory.ts";

const ENTRY = fileURLToPath(new URL("main.ts", import.meta.url));
// Sources and packages; in a container the same folders.
const INSTALLATION = fileURLToPath(new URL("../../../../../", import.meta.url));
const HEAP_MEBIBYTES = 384;
/** Node's flags: a limit of memory, and no network, no other processes, no writing. */
export const READER_FLAGS: readonly string[] = [
	`--max-old-space-size=${HEAP_MEBIBYTES}`,
	"--permission",
	`--allow-fs-read=${INSTALLATION}`,
	"--disable-warning=ExperimentalWarning",
];
const MEMORY_CHECK_MS = 50;
const REUSE_BYTES_MAX = 200 * 1024 * 1024;
const ABORTED = 134; // how V8 ends a process whose heap is full

interface Running {
	readonly timer: NodeJS.Timeout;
	readonly memoryTimer: NodeJS.Timeout;
	killedFor?: UnparsedReason;
	resolve(reply: ReadReply): void;
}

/** One process that reads mails, one at a time. It is started with its first mail and again after it has ended. */
export class ReaderProcess {
	#child: ChildProcess | undefined;
	#running: Running | undefined;

	get idle(): boolean {
		return this.#running === undefined;
	}

	/** What the process found, or why it did not get to the end. Only while `idle`. */
	read(request: ReadRequest): Promise<ReadReply> {
		const child = this.#child ?? this.#start();
		const { timeoutMs } = request.limits;
		return new Promise((resolve) => {
			const timer = setTimeout(() => this.#kill("out_of_time"), timeoutMs);
			const memoryTimer = setInterval(
				() => this.#checkMemory(child, request.limits),
				MEMORY_CHECK_MS,
			);
			this.#running = { timer, memoryTimer, resolve };
			child.ref();
			child.channel?.ref();
			child.send(request, (err) => {
				if (err) this.#kill("failed");
			});
		});
	}

	close(): void {
		this.#kill("failed");
	}

	#start(): ChildProcess {
		const child = fork(ENTRY, [], {
			env: {},
			execArgv: [...READER_FLAGS],
			serialization: "advanced",
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		this.#child = child;
		child.on("message", (reply: ReadReply) => {
			const abandoned = this.#running?.killedFor !== undefined;
			if (this.#child !== child || abandoned) return;
			if ((reply.residentBytes ?? 0) > REUSE_BYTES_MAX) this.#retire(child);
			this.#finish(reply);
		});
		child.on("error", () => this.#ended(child, "failed"));
		child.on("exit", (code, signal) =>
			this.#ended(
				child,
				code === ABORTED || signal === "SIGABRT" ? "out_of_memory" : "failed",
			),
		);
		return child;
	}

	#ended(child: ChildProcess, reason: UnparsedReason): void {
		if (this.#child !== child) return;
		this.#child = undefined;
		this.#finish({ reason: this.#running?.killedFor ?? reason });
	}

	/** What a large mail leaves behind must not count for the next one. */
	#retire(child: ChildProcess): void {
		this.#child = undefined;
		child.kill("SIGKILL");
	}

	#finish(reply: ReadReply): void {
		const running = this.#running;
		if (!running) return;
		clearTimeout(running.timer);
		clearInterval(running.memoryTimer);
		this.#running = undefined;
		// An idle process must not keep one that wants to end.
		this.#child?.unref();
		this.#child?.channel?.unref();
		running.resolve(reply);
	}

	#kill(reason: UnparsedReason): void {
		if (this.#running) this.#running.killedFor ??= reason;
		this.#child?.kill("SIGKILL");
	}

	async #checkMemory(child: ChildProcess, limits: ParseLimits): Promise<void> {
		const bytes = child.pid && (await residentBytes(child.pid));
		if (bytes && bytes > limits.memoryBytesMax && this.#child === child) {
			this.#kill("out_of_memory");
		}
	}
}
