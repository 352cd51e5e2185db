import { defineConfig } from "vitest/config";

// Each file trains a general model of its own in a worker thread; on a busy machine that takes seconds.
const TIMEOUT_MS = 30_000;
const POLL_TIMEOUT_MS = 10_000; // vitest itself would give up after a second

export default defineConfig({
	test: {
		include: ["{src,tests}/**/*.test.ts"],
		testTimeout: TIMEOUT_MS,
		hookTimeout: TIMEOUT_MS,
		expect: { poll: { timeout: POLL_TIMEOUT_MS } },
	},
});
