// Works in the console for an hour, and fails if it needs more memory at the end: `npm run test:console-memory`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { minutes } = readCommandLine("test:console-memory -- [--minutes 60]", {
	minutes: { type: "string", default: "60" },
});
spawn(
	process.execPath,
	[
		join(ROOT, "scripts/test.ts"),
		"apps/standalone/tests/console/memory.test.ts",
	],
	{ stdio: "inherit", env: { ...process.env, CONSOLE_MINUTES: minutes } },
).on("exit", (code) => {
	process.exitCode = code ?? 1;
});
