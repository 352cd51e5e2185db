import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CLIENT = join(import.meta.dirname, "../../../clients/python");
const PACKAGES = [
	"anyio==4.16.0",
	"hatchling==1.33.0",
	"httpx==0.28.1",
	"mypy==2.4.1",
];

/** A Python that can make environments and is new enough for the clients. */
export function findPython(): string | undefined {
	const check = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))";
	for (const name of ["python3", "python3.11", "python3.12", "python3.13"]) {
		try {
			execFileSync(name, ["-c", check], { stdio: "ignore" });
			return name;
		} catch {
			// Missing or too old.
		}
	}
	return undefined;
}

/** Creates an environment with these packages, unless the folder has one. @returns its folder of programs */
export async function ensureEnvironment(
	python: string,
	folder: string,
	packages: readonly string[],
): Promise<string> {
	const programs = join(folder, "bin");
	const marker = join(folder, packages.join("_"));
	if (existsSync(marker)) return programs;
	mkdirSync(folder, { recursive: true });
	await run(python, ["-m", "venv", folder]);
	await run(join(programs, "pip"), ["install", "--quiet", ...packages]);
	mkdirSync(marker);
	return programs;
}

/** The Python client as its users have it: built as a wheel, and installed. */
export interface PythonClient {
	/** Runs a program of the client's tests and resolves with what it prints. */
	run(program: string, ...args: string[]): Promise<string>;
	/** Runs a module of Python, such as a test runner, in the client's folder. */
	runModule(...args: string[]): Promise<string>;
}

/**
 * @param cache a folder that is kept for the next run.
 * @param folder an empty one.
 */
export async function installPythonClient(
	python: string,
	cache: string,
	folder: string,
): Promise<PythonClient> {
	const programs = await ensureEnvironment(python, cache, PACKAGES);
	const pip = (...args: string[]) =>
		run(join(programs, "pip"), [...args, "--quiet", "--no-deps"]);
	await pip("wheel", "--no-build-isolation", "--wheel-dir", folder, CLIENT);
	const packages = join(folder, "packages");
	const wheel = join(folder, "supportdesk-1.0.0-py3-none-any.whl");
	await pip("install", "--target", packages, wheel);
	const runPython = async (...args: string[]) => {
		const { stdout } = await run(join(programs, "python"), args, {
			cwd: CLIENT,
			env: {
				...process.env,
				PYTHONPATH: packages,
				PYTHONDONTWRITEBYTECODE: "1",
				MYPY_CACHE_DIR: join(folder, "mypy"),
			},
		});
		return stdout;
	};
	return {
		run: (program, ...args) => runPython(join("tests", program), ...args),
		runModule: (...args) => runPython("-m", ...args),
	};
}
