import { execFile, execFileSync } from "node:child_process";
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdtempSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Two installations from the package store of this machine. */
const INSTALL_MS = 240_000;
/** With the default settings of npm and pnpm a machine without a network would wait for 70 s. */
const OFFLINE_MS = 60_000;
const REMOVE_MS = 60_000;

interface Run {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

let folder: string;
let repository: string;

/** The files that an installation reads, without any package. */
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "supportdesk-run-"));
	repository = join(folder, "repository");
	const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
		cwd: ROOT,
		encoding: "utf8",
	})
		.split("\n")
		.filter((file) => /package\.json$|^pnpm-|^scripts\//.test(file))
		.filter((file) => existsSync(join(ROOT, file)));
	for (const file of files)
		cpSync(join(ROOT, file), join(repository, file), { recursive: true });
	writeFileSync(join(repository, "hello.ts"), "console.log('hello');\n");
});

afterEach(() => rmSync(folder, { recursive: true }), REMOVE_MS);

it("refuses Windows with a sentence that names WSL, and installs nothing", async () => {
	const windows =
		"data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})";
	const { code, stdout, stderr } = await run(
		["--import", windows, "scripts/run.mjs", "hello.ts"],
		{},
	);
	expect(stderr).toMatch(/^Support Desk runs on Linux.*On Windows.*WSL 2.*\n$/);
	expect([code, stdout]).toEqual([1, ""]);
	expect(existsSync(join(repository, "node_modules"))).toBe(false);
});

it(
	"reports in a sentence that pnpm could not be fetched",
	async () => {
		const registry = await closedAddress();
		const { code, stderr } = await run(["scripts/run.mjs", "hello.ts"], {
			npm_config_registry: registry,
			npm_config_cache: join(folder, "cache"),
		});
		expect(stderr).toMatch(
			/^Not installed: npm could not fetch pnpm@\S+: request to .* failed.*connected to the package registry\?\n$/,
		);
		expect(stderr).toContain(registry);
		expect(code).toBe(1);
	},
	OFFLINE_MS,
);

it(
	"reports in a sentence that the packages could not be fetched",
	async () => {
		const registry = await closedAddress();
		const { code, stderr } = await run(["scripts/run.mjs", "hello.ts"], {
			pnpm_config_registry: registry,
			pnpm_config_store_dir: join(folder, "store"),
		});
		expect(stderr).toMatch(
			/^Not installed: pnpm could not fetch the packages: .*connected to the package registry\?\n$/,
		);
		expect(stderr).toContain(registry);
		expect(code).toBe(1);
	},
	OFFLINE_MS,
);

it(
	"installs only the product for production, everything for development, and nothing twice",
	async () => {
		const production = ["scripts/run.mjs", "--production", "hello.ts"];
		const everything = ["scripts/run.mjs", "hello.ts"];

		const first = await run(production, {});
		expect(first.stderr).toBe("");
		expect(first.stdout).toMatch(/packages: (\d+) of \1, .*\nInstalled in/);
		expect(first.stdout).toMatch(/\nhello\n$/);
		const runtime = dirname(
			execFileSync(
				process.execPath,
				["-p", "require.resolve('onnxruntime-node/package.json')"],
				{ cwd: join(repository, "apps/ai"), encoding: "utf8" },
			).trim(),
		);
		expect(
			["linux", "darwin", "win32"].filter((platform) =>
				["x64", "arm64"].some((processor) =>
					existsSync(join(runtime, "bin/napi-v6", platform, processor)),
				),
			),
		).toEqual([process.platform]);
		expect(development()).toEqual([]);
		expect((await run(production, {})).stdout).toBe("hello\n");

		const second = await run(everything, {});
		expect(second.stdout).toMatch(/^Installing [\s\S]*\nhello\n$/);
		expect(development()).toEqual(["biome", "buf", "tsc", "turbo"]);
		expect((await run(everything, {})).stdout).toBe("hello\n");
		expect((await run(production, {})).stdout).toBe("hello\n");

		// A change of versions keeps what is there, though pnpm has been run by hand since.
		writeFileSync(join(repository, "node_modules/.production-lock.yaml"), "");
		appendFileSync(join(repository, "pnpm-lock.yaml"), "# changed\n");
		const third = await run(production, {});
		expect(third.stdout).toMatch(/^Installing [\s\S]*\nhello\n$/);
		expect(development()).toEqual(["biome", "buf", "tsc", "turbo"]);
	},
	INSTALL_MS,
);

/** The programs of the toolchain that are installed. */
function development(): string[] {
	return ["biome", "buf", "tsc", "turbo"].filter((program) =>
		[".", "packages/contracts"].some((place) =>
			existsSync(join(repository, place, "node_modules/.bin", program)),
		),
	);
}

function run(
	args: readonly string[],
	env: Record<string, string>,
): Promise<Run> {
	const { INIT_CWD: _, ...inherited } = process.env;
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			args,
			{ cwd: repository, env: { ...inherited, ...env } },
			(err, stdout, stderr) =>
				resolve({ code: Number(err?.code ?? 0), stdout, stderr }),
		);
	});
}

/** The address of a port that refuses connections. */
async function closedAddress(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) =>
		server.listen(0, "127.0.0.1", () => resolve()),
	);
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}`;
}
