import { defineConfig } from "vitest/config";

/** All packages in one run: one server, one set of workers. */
export default defineConfig({
	test: {
		projects: ["apps/*", "packages/*", "bench", "chaos", "deploy", "scripts"],
	},
});
