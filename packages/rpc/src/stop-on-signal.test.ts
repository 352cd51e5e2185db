import { EventEmitter } from "node:events";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { stopOnSignal } from "./stop-on-signal.ts";

const log = createLogger({ name: "test", level: "silent" });

/** A process to stop; `exited` resolves to its status. */
function aProcess() {
	const { promise: exited, resolve } = Promise.withResolvers<number>();
	const exit = vi.fn(resolve);
	const signals = new EventEmitter();
	const process = Object.assign(signals, { exit }) as never;
	return { process, signals, exit, exited };
}

// A terminal's Ctrl-C reaches every process of a group, and their parent stops them as well.
it("stops once when several signals arrive", async () => {
	const { process, signals, exit, exited } = aProcess();
	let stops = 0;
	stopOnSignal(process, log, async () => {
		stops += 1;
	});
	for (const signal of ["SIGINT", "SIGTERM", "SIGTERM"]) signals.emit(signal);
	expect(await exited).toBe(0);
	expect([stops, exit.mock.calls.length]).toEqual([1, 1]);
});

it("ends the process when its parts have stopped, though a timer of a library is left", async () => {
	const { process, signals, exited } = aProcess();
	const left = setTimeout(() => {}, 60_000);
	onTestFinished(() => clearTimeout(left));
	stopOnSignal(process, log, async () => {});
	signals.emit("SIGTERM");
	expect(await exited).toBe(0);
});

it("ends the process with status 1 when a part does not stop in time", async () => {
	const { process, signals, exited } = aProcess();
	stopOnSignal(process, log, () => new Promise(() => {}), 10);
	signals.emit("SIGTERM");
	expect(await exited).toBe(1);
});
