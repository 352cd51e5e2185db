import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Far above the time of any test on a quiet machine, because all packages share the processors. It is set here because
// a project's own configuration wins over the command line's.
export const TIMEOUT_MS = 60_000;
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
