import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProduct, type TestProduct } from "../product.ts";
import { examplesIn, GUIDES, LANGUAGES, programOf } from "./examples.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const CLIENT = join(ROOT, "packages/client");
const PYTHON_CLIENT = join(ROOT, "clients/python");
const PROGRAM_MS_MAX = 60_000;
const INSTALL_MS_MAX = 180_000;

const hasJq = spawnSync("jq", ["--version"]).status === 0;
const hasPython =
	existsSync(join(PYTHON_CLIENT, "pyproject.toml")) &&
	spawnSync("python3", [
		"-c",
		"import ensurepip, sys; sys.exit(sys.version_info < (3, 11))",
	]).status === 0;
for (const [isThere, what] of [
	[hasJq, "jq: the guides' examples for curl"],
	[hasPython, "Python 3.11 with its venv: the guides' examples in Python"],
] as const) {
	if (!isThere)
		console.warn(`\n*** SKIPPED: there is no ${what} are not run. ***\n`);
}

const folder = makeTempFolder("guides");
let product: TestProduct;
beforeAll(async () => {
	product = await startProduct({
		transport: "process",
		env: { WEBHOOK_ALLOW: "127.0.0.0/8" },
	});
	mkdirSync(join(folder, "node_modules/@supportdesk"), { recursive: true });
	symlinkSync(CLIENT, join(folder, "node_modules/@supportdesk/client"));
});
afterAll(() => product.stop());

/** Runs a guide's program in a workspace of its own, as its readers do. */
async function runProgram(
	guide: string,
	command: string,
	args: readonly string[],
) {
	const { key } = await product.createWorkspace();
	const port = await freePort();
	const { stdout } = await run(command, args, {
		cwd: folder,
		timeout: PROGRAM_MS_MAX,
		env: {
			...process.env,
			BASE_URL: product.url,
			KEY: key,
			WEBHOOK_URL: `http://127.0.0.1:${port}/${guide}`,
		},
	});
	return stdout;
}

function write(name: string, program: string): string {
	const file = join(folder, name);
	writeFileSync(file, program);
	return file;
}

it.each(GUIDES)("%s has every example in every language", (guide) => {
	const examples = examplesIn(guide);
	const counts = LANGUAGES.map((language) => examples[language].length);
	expect(counts).toEqual(LANGUAGES.map(() => counts[0]));
	expect(counts[0]).toBeGreaterThan(0);
});

describe.skipIf(!hasJq)("the examples for curl", () => {
	// Readers see a failed request; a program has to end with it.
	const CURL =
		'set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

	it.concurrent.each(GUIDES)(
		"run: %s",
		{ timeout: PROGRAM_MS_MAX },
		async (guide) => {
			const program = write(`${guide}.sh`, CURL + programOf(guide, "sh"));
			expect(await runProgram(guide, "bash", [program])).not.toBe("");
		},
	);
});

describe("the examples in TypeScript", () => {
	it.concurrent.each(GUIDES)(
		"run: %s",
		{ timeout: PROGRAM_MS_MAX },
		async (guide) => {
			const program = write(`${guide}.mts`, programOf(guide, "ts"));
			expect(await runProgram(guide, process.execPath, [program])).not.toBe("");
		},
	);

	it("have the types of the client", { timeout: PROGRAM_MS_MAX }, async () => {
		const files = GUIDES.map((guide) =>
			write(`${guide}.mts`, `${programOf(guide, "ts")}\nexport {};\n`),
		);
		symlinkSync(
			join(ROOT, "node_modules/@types"),
			join(folder, "node_modules/@types"),
		);
		write(
			"tsconfig.json",
			JSON.stringify({
				extends: join(ROOT, "tsconfig.json"),
				compilerOptions: { noEmit: true, types: ["node"] },
				include: [],
				files,
			}),
		);
		const tsc = join(ROOT, "node_modules/.bin/tsc");
		await run(tsc, ["-p", folder]).catch(({ stdout }) => {
			throw new Error(stdout);
		});
	});
});

describe.skipIf(!hasPython)("the examples in Python", () => {
	const python = join(folder, "venv/bin/python");
	beforeAll(async () => {
		await run("python3", ["-m", "venv", join(folder, "venv")]);
		await run(python, ["-m", "pip", "install", "--quiet", PYTHON_CLIENT]);
	}, INSTALL_MS_MAX);

	it.concurrent.each(GUIDES)(
		"run: %s",
		{ timeout: PROGRAM_MS_MAX },
		async (guide) => {
			const program = write(`${guide}.py`, programOf(guide, "python"));
			expect(await runProgram(guide, python, [program])).not.toBe("");
		},
	);
});
