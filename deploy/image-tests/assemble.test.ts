import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// Each installs the production dependencies and imports the whole app.
const ASSEMBLE_MS = 180_000;
const RUN_MS = 60_000;

interface Run {
	readonly code: number;
	readonly output: string;
}

/** Runs the contents of an app's image as its container would, without Docker. */
describe.each([
	"gateway",
	"tickets",
	"knowledge",
	"events",
	"mail",
	"ai",
	"admin",
])("the folder that is the image of %s", (app) => {
	let parent: string;
	let folder: string;

	beforeAll(async () => {
		parent = await mkdtemp(join(tmpdir(), "supportdesk-image-"));
		folder = join(parent, app);
		const script = join(import.meta.dirname, "../assemble.sh");
		const { code, output } = await run(script, [app, folder], parent, {
			...process.env,
			FETCH_MODEL: "0",
		});
		expect(output).toBe("");
		expect(code).toBe(0);
	}, ASSEMBLE_MS);
	afterAll(() => rm(parent, { recursive: true, force: true }), ASSEMBLE_MS);

	const start = (...args: string[]) =>
		run(join(folder, "node"), args, join(folder, "apps", app), {});

	if (app !== "admin")
		it(
			"reports the missing settings at its start",
			async () => {
				const { code, output } = await start("src/main.ts");
				expect(output).toContain("INTERNAL_SECRET");
				expect(code).not.toBe(0);
			},
			RUN_MS,
		);

	if (["gateway", "tickets", "knowledge", "events"].includes(app))
		it(
			"includes the migrations",
			async () => {
				const { code, output } = await start("src/migrate.ts");
				expect(output).toContain("DATABASE_URL");
				expect(code).not.toBe(0);
				expect(existsSync(join(folder, "apps", app, "migrations"))).toBe(true);
			},
			RUN_MS,
		);

	if (app === "admin")
		it(
			"runs the command line",
			async () => {
				const { code, output } = await start("src/main.ts", "--help");
				expect(output).toContain("workspaces");
				expect(code).toBe(0);
			},
			RUN_MS,
		);

	it("contains no tests and no development tools", () => {
		const modules = join(folder, "node_modules");
		expect(existsSync(join(folder, "packages/testkit"))).toBe(false);
		expect(existsSync(join(modules, ".pnpm"))).toBe(true);
		expect(existsSync(join(modules, "vitest"))).toBe(false);
		expect(existsSync(join(modules, "typescript"))).toBe(false);
		const binaries = readdirSync(join(modules, ".pnpm"), {
			recursive: true,
			encoding: "utf8",
		}).filter((path) => /\/(include\/node|win32\/x64|bin\/node)$/.test(path));
		expect(binaries).toEqual([expect.stringMatching(/\/bin\/node$/)]);
	});
});

function run(
	program: string,
	args: readonly string[],
	cwd: string,
	env: NodeJS.ProcessEnv,
): Promise<Run> {
	return new Promise((resolve) => {
		execFile(program, args, { cwd, env }, (err, stdout, stderr) =>
			resolve({
				code: Number(err?.code ?? 0),
				output: `${stdout}${stderr}`,
			}),
		);
	});
}
