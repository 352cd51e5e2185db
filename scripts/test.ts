// `npm test`: every test of every package on one PostgreSQL, and closing lines that say what ran.
// Arguments go to vitest: `npm test -- apps/tickets -t "idempotency"`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startTestPostgres } from "../packages/testkit/src/postgres.ts";
import {
	makeTempFolder,
	removeFolder,
} from "../packages/testkit/src/temp-folder.ts";

// Far above what any test takes on a quiet machine, for the packages that share one processor with all the others.
const TIMEOUT_MS = 60_000;
const root = join(import.meta.dirname, "..");
const folder = makeTempFolder("test");
// Whatever a test leaves behind goes with it.
process.env.TMPDIR = folder;
const postgres = await startTestPostgres();

// A terminal's Ctrl-C reaches vitest by itself; here it only must not end us before PostgreSQL has stopped.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => vitest.kill(signal));
const vitest = spawn(
	join(root, "node_modules", ".bin", "vitest"),
	[
		"run",
		...["--reporter=default", "--reporter=./scripts/closing-lines.ts"],
		...[`--testTimeout=${TIMEOUT_MS}`, `--hookTimeout=${TIMEOUT_MS}`],
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
