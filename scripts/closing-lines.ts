import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { redisMissing } from "../packages/testkit/src/redis.ts";

const STACK_LINES = 4;
const root = `${import.meta.dirname}/..`;

/** Prints the last lines of a run of vitest: what was skipped, what failed outside of any test, and how many of each. */
export default class ClosingLines implements Reporter {
	onTestRunEnd(
		files: readonly TestModule[],
		unhandled: readonly SerializedError[],
	): void {
		const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
		const named = { failed: [] as string[], skipped: [] as string[] };
		const outside = unhandled.map(describe);
		for (const file of files) {
			const name = relative(root, file.moduleId);
			// A file that does not load, or whose hooks fail, may have no test to fail.
			outside.push(...file.errors().map((err) => `${name}: ${describe(err)}`));
			for (const test of file.children.allTests()) {
				const { state } = test.result();
				count[state] += 1;
				if (state === "failed" || state === "skipped") {
					named[state].push(`${name}: ${test.fullName}`);
				}
			}
			for (const suite of file.children.allSuites()) {
				for (const err of suite.errors()) {
					outside.push(`${name}: ${suite.fullName}: ${describe(err)}`);
				}
			}
		}
		section("SKIPPED", named.skipped);
		section("FAILED", named.failed);
		section("FAILED OUTSIDE OF A TEST", outside);
		const noRedis = redisMissing();
		if (noRedis) console.log(`\n*** ${noRedis} ***`);
		const parts = [
			`${count.passed} passed`,
			`${count.failed} failed`,
			`${count.skipped} skipped`,
		];
		if (count.pending > 0) parts.push(`${count.pending} not run`);
		if (outside.length > 0) parts.push(`${outside.length} failed outside`);
		console.log(`\n${parts.join(", ")}`);
	}
}

function section(title: string, lines: readonly string[]): void {
	if (lines.length > 0) console.log(`\n${title}:\n  ${lines.join("\n  ")}`);
}

function describe({ name, message, stack }: SerializedError): string {
	return stack?.split("\n", STACK_LINES).join("\n  ") ?? `${name}: ${message}`;
}
