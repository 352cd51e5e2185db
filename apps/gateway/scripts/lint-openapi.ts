// Writes the API document and that of signing in to files of their own and has them linted: `pnpm lint:openapi`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutBooleanEnums } from "../src/openapi/boolean-enums.ts";
import { openApiDocument } from "../src/openapi/document.ts";
import { signInDocument } from "../src/openapi/sign-in-document.ts";

const dir = mkdtempSync(join(tmpdir(), "supportdesk-openapi-"));
const files = Object.entries({
	"openapi.json": openApiDocument(),
	"openapi-sign-in.json": signInDocument(),
}).map(([name, document]) => {
	const file = join(dir, name);
	writeFileSync(file, JSON.stringify(document, withoutBooleanEnums, "\t"));
	return file;
});
const redocly = join(import.meta.dirname, "../node_modules/.bin/redocly");
const { status } = spawnSync(redocly, ["lint", ...files, "--max-problems=50"], {
	stdio: "inherit",
	// Nothing of ours is anybody else's business.
	env: { ...process.env, REDOCLY_TELEMETRY: "off" },
});
rmSync(dir, { recursive: true });
process.exitCode = status ?? 1;
