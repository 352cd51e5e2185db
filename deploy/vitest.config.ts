import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// kubectl and the schemas are slow on a busy machine.
const TIMEOUT_MS = 60_000;

export default defineConfig({
	test: {
		include: ["tests/**/*.test.ts"],
		globalSetup: fileURLToPath(
			import.meta.resolve("@supportdesk/testkit/global-setup.ts"),
		),
		testTimeout: TIMEOUT_MS,
	},
});
