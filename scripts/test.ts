// `npm test`: every test of every package on one PostgreSQL, and closing lines with a summary.
// Arguments are passed to vitest: `npm test -- apps/tickets -t "idempotency"`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startTestPostgres } from "../packages/testkit/src/postgres.ts";
import {
	makeTempFolder,
	removeFolder,
} from "../packages/testkit/src/temp-folder.ts";
import { TIMEOUT_MS } from "../packages/testkit/src/vitest.ts";

// Vitest leaves a processor free by default, which on a machine with two halves the speed: tests also wait for timers.
const WORKERS = availableParallelism();
const root = join(import.meta.dirname, "..");
const folder = makeTempFolder("test");
// Removing the folder removes every file that a test leaves behind.
process.env.TMPDIR = folder;
const postgres = await startTestPostgres();

// A terminal's Ctrl-C reaches vitest directly; this process must not end before PostgreSQL has stopped.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => vitest.kill(signal));
const vitest = spawn(
	join(root, "node_modules", ".bin", "vitest"),
	[
		"run",
		...["--reporter=default", "--reporter=./scripts/closing-lines.ts"],
		// For packages without a configuration of their own.
		...[`--testTimeout=${TIMEOUT_MS}`, `--hookTimeout=${TIMEOUT_MS}`],
		`--maxWorkers=${WORKERS}`,
		...process.argv.slice(2),
	],
	{ cwd: root, stdio: "inherit", env: { ...process.env, ...postgres.env } },
);
const [exitCode, signal] = await once(vitest, "exit");
if (signal) {
	console.log(`\nFAILED OUTSIDE OF A TEST:\n  vitest was ended by ${signal}.`);
}
await postgres.stop();
removeFolder(folder);
process.exitCode = exitCode ?? 1;
