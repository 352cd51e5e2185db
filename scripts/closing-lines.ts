import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { redisMissing } from "../packages/testkit/src/redis.ts";

const STACK_LINES = 4;
const root = `${import.meta.dirname}/..`;

/**
 * Prints the last lines of a run of vitest, when its process ends: what was skipped, what failed in a test or outside of
 * any, and how many of each. A run that fails always says by what.
 */
export default class ClosingLines implements Reporter {
	#isOver = false;
	readonly #count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
	readonly #failed: string[] = [];
	readonly #skipped: string[] = [];
	readonly #outside: string[] = [];

	onInit(): void {
		process.once("exit", (code) => this.#print(code));
	}

	onTestRunEnd(
		files: readonly TestModule[],
		unhandled: readonly SerializedError[],
	): void {
		this.#isOver = true;
		this.#outside.push(...unhandled.map(describe));
		if (files.length === 0) this.#outside.push("There was no file with tests.");
		for (const file of files) this.#read(file);
	}

	onProcessTimeout(): void {
		this.#outside.push("vitest did not end in time after the last test.");
	}

	#read(file: TestModule): void {
		const name = relative(root, file.moduleId);
		const state = file.state();
		if (state === "pending" || state === "queued") {
			this.#outside.push(`${name}: did not run to its end.`);
		}
		// A file that does not load, or whose hooks fail, may have no test to fail.
		for (const err of file.errors()) {
			this.#outside.push(`${name}: ${describe(err)}`);
		}
		for (const suite of file.children.allSuites()) {
			for (const err of suite.errors()) {
				this.#outside.push(`${name}: ${suite.fullName}: ${describe(err)}`);
			}
		}
		for (const test of file.children.allTests()) {
			const { state } = test.result();
			this.#count[state] += 1;
			const line = `${name}: ${test.fullName}`;
			if (state === "failed") this.#failed.push(line);
			if (state === "skipped") this.#skipped.push(line);
		}
	}

	#print(code: number): void {
		if (!this.#isOver) {
			this.#outside.push("The tests did not run to their end.");
		}
		const isExplained = this.#failed.length > 0 || this.#outside.length > 0;
		if (code !== 0 && !isExplained) {
			this.#outside.push(
				`vitest ended with code ${code} after the tests; the lines above say why.`,
			);
		}
		section("SKIPPED", this.#skipped);
		section("FAILED", this.#failed);
		section("FAILED OUTSIDE OF A TEST", this.#outside);
		const noRedis = redisMissing();
		if (noRedis) console.log(`\n*** ${noRedis} ***`);
		const { passed, failed, skipped, pending } = this.#count;
		const parts = [
			`${passed} passed`,
			`${failed} failed`,
			`${skipped} skipped`,
		];
		if (pending > 0) parts.push(`${pending} not run`);
		if (this.#outside.length > 0) {
			parts.push(`${this.#outside.length} failed outside`);
		}
		console.log(`\n${parts.join(", ")}`);
	}
}

function section(title: string, lines: readonly string[]): void {
	if (lines.length > 0) console.log(`\n${title}:\n  ${lines.join("\n  ")}`);
}

/** Where it came from, what it is and what caused it. What is thrown may be anything, and the stack all others' code. */
function describe(err: SerializedError): string {
	const { type, name = "thrown", message, stack, cause } = err;
	const file = err.VITEST_TEST_PATH;
	const parts = [
		typeof file === "string" && relative(root, file),
		err.VITEST_TEST_NAME,
		type,
		stack?.split("\n", STACK_LINES).join("\n  ") ?? `${name}: ${message}`,
	];
	const what = parts.filter(Boolean).join(": ");
	return cause ? `${what}\n  ${describe(cause)}` : what; // vitest has named it "Caused by: …"
}
