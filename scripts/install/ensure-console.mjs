// Builds the console if its sources have changed since it was built. Uses only Node's own modules: Vite runs in a
// process of its own, and only when it has to.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const INPUTS = [
	"apps/console/index.html",
	"apps/console/package.json",
	"apps/console/public",
	"apps/console/scripts",
	"apps/console/src",
	"apps/console/vite.config.ts",
	"packages/client/src",
	"pnpm-lock.yaml",
];

/**
 * A console that cannot be built is no reason not to start: the API works without it.
 *
 * @param {string} root the repository
 * @returns {boolean} whether the console is there
 */
export function ensureConsole(root) {
	const wanted = hashOf(root);
	const file = join(root, "apps/console/dist/sources");
	if (existsSync(file) && readFileSync(file, "utf8") === wanted) return true;
	const startedAt = Date.now();
	console.log(
		"Building the console (only the first time and after a change of its sources).",
	);
	const { status } = spawnSync(
		join(root, "node_modules/.bin/node"),
		[join(root, "apps/console/scripts/build.ts"), wanted],
		{ cwd: root, stdio: ["ignore", "ignore", "inherit"] },
	);
	if (status !== 0) {
		console.error("The console could not be built; the API runs without it.");
		return false;
	}
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
	console.log(`Built in ${seconds} s.`);
	return true;
}

function hashOf(root) {
	const hash = createHash("sha256");
	for (const input of INPUTS)
		for (const file of filesOf(root, input))
			hash
				.update(file)
				.update("\0")
				.update(readFileSync(join(root, file)));
	return hash.digest("hex");
}

/** The file, or all files of the folder, in an order that is the same everywhere. */
function filesOf(root, path) {
	let names;
	try {
		names = readdirSync(join(root, path)).sort();
	} catch {
		return [path];
	}
	return names.flatMap((name) => filesOf(root, `${path}/${name}`));
}
