import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The first test of a file may wait for the template database; the others take milliseconds.
const TIMEOUT_MS = 30_000;
// Polled conditions hold within a second on a quiet machine; polling ends as soon as they do.
const POLL_TIMEOUT_MS = 10_000;

/** The configuration that every package's vitest.config.ts exports. */
export default defineConfig({
	test: {
		include: ["{src,tests}/**/*.test.ts"],
		globalSetup: fileURLToPath(new URL("global-setup.ts", import.meta.url)),
		testTimeout: TIMEOUT_MS,
		hookTimeout: TIMEOUT_MS,
		expect: { poll: { timeout: POLL_TIMEOUT_MS } },
	},
});
