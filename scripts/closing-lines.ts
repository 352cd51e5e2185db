import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { redisMissing } from "../packages/testkit/src/redis.ts";

const STACK_LINES = 4;
const root = `${import.meta.dirname}/..`;

/**
 * Prints a summary when a vitest process ends: the skipped tests, the failures in and outside of tests, and their
 * counts. A failed run always names a cause.
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
		if (files.length === 0) this.#outside.push("No test file was found.");
		for (const file of files) this.#read(file);
	}

	onProcessTimeout(): void {
		this.#outside.push("vitest did not end in time after the last test.");
	}

	#read(file: TestModule): void {
		const name = relative(root, file.moduleId);
		const state = file.state();
		if (state === "pending" || state === "queued") {
			this.#outside.push(`${name}: did not complete.`);
		}
		// A file that fails to load, or whose hooks fail, may have no failed test.
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
			this.#outside.push("The tests did not complete.");
		}
		const isExplained = this.#failed.length > 0 || this.#outside.length > 0;
		if (code !== 0 && !isExplained) {
			this.#outside.push(
				`vitest ended with code ${code} after the tests; see the lines above.`,
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

/**
 * The origin, the error and its cause. A thrown value may be of any type, and its stack may lack the product's code.
 */
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
