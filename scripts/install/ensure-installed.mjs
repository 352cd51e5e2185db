// Installs the packages of the lock file with the pinned pnpm. Runs before any package is installed: it uses only
// Node's own modules.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportFetchingPnpm, reportPackages } from "./progress.mjs";
import { removeUnneeded } from "./remove-unneeded.mjs";
import { runInstaller } from "./run-installer.mjs";

/** The packages that `npm start` runs and builds, with all their dependencies. */
const PRODUCT = [
	"supportdesk",
	"@supportdesk/standalone...",
	"@supportdesk/console...",
];

/**
 * Installs the missing packages. A program for production gets no development dependencies installed, but existing ones
 * are kept. Ends the process with status 1 and a sentence when it fails.
 *
 * @param {string} root the repository
 * @param {"production" | "everything"} need
 */
export async function ensureInstalled(root, need) {
	const modules = join(root, "node_modules");
	const marker = join(modules, ".production-lock.yaml");
	const wanted = read(join(root, "pnpm-lock.yaml"));
	if (existsSync(join(modules, ".bin", "node"))) {
		// pnpm keeps a copy of the lock file as far as it has installed it: all of it after an installation of everything.
		if (read(join(modules, ".pnpm", "lock.yaml")) === wanted) return;
		if (need === "production" && read(marker) === wanted) return;
	}
	const hasDevelopment = /"devDependencies": true/.test(
		read(join(modules, ".modules.yaml")) ?? "",
	);
	const isLean = need === "production" && !hasDevelopment;
	await install(root, isLean);
	if (isLean) writeFileSync(marker, wanted);
	else rmSync(marker, { force: true });
}

async function install(root, isLean) {
	const { packageManager } = JSON.parse(read(join(root, "package.json")));
	const startedAt = Date.now();
	console.log(
		`Installing the packages ${isLean ? "that Support Desk runs on" : "for development"} (only the first time and after a change of versions).`,
	);
	const npx = (args, reporter) =>
		runInstaller(
			"npx",
			["--yes", "--prefer-offline", packageManager, ...args],
			root,
			reporter,
		);
	const fetched = await npx(["--version"], reportFetchingPnpm(packageManager));
	if (fetched) fail(`npm could not fetch ${packageManager}`, fetched);
	const selection = isLean
		? ["--prod", ...PRODUCT.flatMap((name) => ["--filter", name])]
		: [];
	const failure = await npx(
		["install", "--frozen-lockfile", "--reporter=ndjson", ...selection],
		reportPackages(),
	);
	if (failure)
		fail(
			failure.isFetch ? "pnpm could not fetch the packages" : "pnpm failed",
			failure,
		);
	removeUnneeded(root);
	const seconds = Math.round((Date.now() - startedAt) / 1000);
	console.log(`Installed in ${seconds} s.`);
}

function fail(what, { reason, isFetch }) {
	const advice = isFetch
		? " Is this machine connected to the package registry?"
		: "";
	console.error(`Not installed: ${what}: ${reason}.${advice}`);
	process.exit(1);
}

function read(file) {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}
