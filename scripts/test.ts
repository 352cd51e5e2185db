// `npm test`: every test of every package on one PostgreSQL, and a closing line that says what ran.
// Arguments go to vitest: `npm test -- apps/tickets -t "idempotency"`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { startTestPostgres } from "../packages/testkit/src/postgres.ts";
import { redisMissing } from "../packages/testkit/src/redis.ts";
import {
	makeTempFolder,
	removeFolder,
} from "../packages/testkit/src/temp-folder.ts";

interface VitestReport {
	testResults: {
		name: string;
		status: "passed" | "failed";
		assertionResults: {
			fullName: string;
			status: "passed" | "failed" | "skipped" | "pending" | "todo" | "disabled";
		}[];
	}[];
}

// Far above what any test takes on a quiet machine, for the packages that share one processor with all the others.
const TIMEOUT_MS = 60_000;
const root = join(import.meta.dirname, "..");
const folder = makeTempFolder("test");
// Whatever a test leaves behind goes with it.
process.env.TMPDIR = folder;
const reportFile = join(folder, "report.json");
const noRedis = redisMissing();
const postgres = await startTestPostgres();

// A terminal's Ctrl-C reaches vitest by itself; here it only must not end us before PostgreSQL has stopped.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => vitest.kill(signal));
const vitest = spawn(
	join(root, "node_modules", ".bin", "vitest"),
	[
		"run",
		...["--reporter=default", "--reporter=json"],
		...[`--testTimeout=${TIMEOUT_MS}`, `--hookTimeout=${TIMEOUT_MS}`],
		`--outputFile.json=${reportFile}`,
		...process.argv.slice(2),
	],
	{ cwd: root, stdio: "inherit", env: { ...process.env, ...postgres.env } },
);
const [exitCode] = await once(vitest, "exit");
await postgres.stop();
const failed = summarise() || exitCode !== 0;
removeFolder(folder);
process.exitCode = failed ? 1 : 0;

/** Prints the closing lines; true if something failed. */
function summarise(): boolean {
	if (!existsSync(reportFile)) {
		console.log(
			"\nThe tests did not run to their end; the lines above say why.",
		);
		return true;
	}
	const report: VitestReport = JSON.parse(readFileSync(reportFile, "utf8"));
	const count = { passed: 0, failed: 0, skipped: 0 };
	const skips: string[] = [];
	for (const file of report.testResults) {
		const tests = file.assertionResults;
		for (const { status, fullName } of tests) {
			if (status === "passed" || status === "failed") {
				count[status] += 1;
			} else {
				count.skipped += 1;
				skips.push(`  ${relative(root, file.name)}: ${fullName.trim()}`);
			}
		}
		// A file that does not even load has no tests to fail.
		if (file.status === "failed" && tests.every((t) => t.status !== "failed"))
			count.failed += 1;
	}
	if (skips.length > 0) console.log(`\nSKIPPED:\n${skips.join("\n")}`);
	if (noRedis) console.log(`\n*** ${noRedis} ***`);
	console.log(
		`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`,
	);
	return count.failed > 0;
}
