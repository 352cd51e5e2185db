import { defineConfig } from "vitest/config";

// kubectl and the schemas take their time on a busy machine.
const TIMEOUT_MS = 60_000;

export default defineConfig({
	test: { include: ["tests/**/*.test.ts"], testTimeout: TIMEOUT_MS },
});
