import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The repository: the tested version that an installation is upgraded to. */
export const PRESENT = join(import.meta.dirname, "../..");

/** The first version whose data every later version has to accept; later versions have tags. */
const FIRST = "5e786d9";
const TAGS = "v*";

/** A version of the product in a separate folder, with its packages. */
export interface Version {
	readonly name: string;
	readonly root: string;
}

/**
 * The earlier versions, oldest first. Fetches missing history in a shallow clone.
 *
 * @throws Error with a sentence when the history is missing
 */
export function earlierVersions(): string[] {
	if (!isCommit(FIRST)) fetchHistory();
	if (!isCommit(FIRST)) {
		throw new Error(
			`The commit ${FIRST} is not in this clone, so no upgrade from it can be tested: fetch the whole history (git fetch --unshallow --tags).`,
		);
	}
	const tags = git("tag", "--list", TAGS, "--sort=creatordate");
	return [FIRST, ...tags.split("\n").filter(Boolean)];
}

/** Extracts the version's files from the history to the folder and installs the packages of its lock file. */
export async function checkOut(name: string, folder: string): Promise<Version> {
	const root = join(folder, name);
	mkdirSync(root, { recursive: true });
	const archive = spawn("git", ["archive", name], {
		cwd: PRESENT,
		stdio: ["ignore", "pipe", "inherit"],
	});
	const unpack = spawn("tar", ["-x"], {
		cwd: root,
		stdio: [archive.stdout, "inherit", "inherit"],
	});
	const [code] = await once(unpack, "exit");
	if (code !== 0 || !existsSync(join(root, "package.json"))) {
		throw new Error(`The files of ${name} cannot be taken from the history.`);
	}
	const { packageManager } = JSON.parse(
		readFileSync(join(root, "package.json"), "utf8"),
	) as { packageManager: string };
	execFileSync(
		"npx",
		["--yes", packageManager, "install", "--frozen-lockfile"],
		{ cwd: root, stdio: ["ignore", "ignore", "inherit"] },
	);
	return { name, root };
}

function fetchHistory(): void {
	const isShallow = git("rev-parse", "--is-shallow-repository") === "true";
	try {
		git("fetch", "--quiet", "--tags", ...(isShallow ? ["--unshallow"] : []));
	} catch {
		// The caller checks for the commit and reports a missing one.
	}
}

function isCommit(name: string): boolean {
	try {
		git("cat-file", "-e", `${name}^{commit}`);
		return true;
	} catch {
		return false;
	}
}

function git(...args: string[]): string {
	return execFileSync("git", args, {
		cwd: PRESENT,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	}).trim();
}
