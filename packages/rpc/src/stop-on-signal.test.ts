import { EventEmitter } from "node:events";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { expect, it } from "vitest";
import { stopOnSignal } from "./stop-on-signal.ts";

// A terminal's Ctrl-C reaches every process of a group, and their parent stops them as well.
it("stops once when several signals arrive", async () => {
	const signals = new EventEmitter();
	const log = createLogger({ name: "test", level: "silent" });
	let stops = 0;
	stopOnSignal(
		Object.assign(signals, { exit: process.exit }) as never,
		log,
		async () => {
			stops += 1;
		},
	);
	for (const signal of ["SIGINT", "SIGTERM", "SIGTERM"]) signals.emit(signal);
	expect(stops).toBe(1);
});
