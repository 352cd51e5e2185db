import { defineConfig } from "vitest/config";

/** `npm run test:image`: apart from the other tests, because it installs seven apps. */
export default defineConfig({ test: { root: import.meta.dirname } });
