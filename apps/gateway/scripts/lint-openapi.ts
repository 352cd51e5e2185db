// Writes the API document to a file of its own and has it linted: `pnpm lint:openapi`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApiDocument } from "../src/openapi/document.ts";

const dir = mkdtempSync(join(tmpdir(), "supportdesk-openapi-"));
const file = join(dir, "openapi.json");
writeFileSync(file, JSON.stringify(openApiDocument(), null, "\t"));
const redocly = join(import.meta.dirname, "../node_modules/.bin/redocly");
const { status } = spawnSync(redocly, ["lint", file, "--max-problems=50"], {
	stdio: "inherit",
	// Nothing of ours is anybody else's business.
	env: { ...process.env, REDOCLY_TELEMETRY: "off" },
});
rmSync(dir, { recursive: true });
process.exitCode = status ?? 1;
