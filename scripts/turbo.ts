// `npm run turbo -- run test`: turbo requires pnpm on the PATH, which a machine with only Node and npm lacks.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

const { status } = spawnSync(
	"npx",
	[
		...["--yes", `--package=${manifest.packageManager}`, "--"],
		...["turbo", ...process.argv.slice(2)],
	],
	{
		cwd: join(import.meta.dirname, ".."),
		stdio: "inherit",
		env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
	},
);
process.exitCode = status ?? 1;
