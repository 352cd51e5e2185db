// Removes files of packages that the product does not need: the inference runtime's libraries for other platforms, a
// quarter of a gigabyte, and Node's C headers. `node remove-unneeded.mjs FOLDER` does this for a folder that pnpm has
// installed packages into.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

if (process.argv[1] === fileURLToPath(import.meta.url))
	removeUnneeded(process.argv[2]);

/** @param {string} root the folder that holds `node_modules` */
export function removeUnneeded(root) {
	const store = join(root, "node_modules", ".pnpm");
	for (const entry of list(store)) {
		const name = entry.slice(0, entry.lastIndexOf("@"));
		const folder = join(store, entry, "node_modules", name);
		if (name === "onnxruntime-node") keepOwnPlatform(join(folder, "bin"));
		if (/^node-(bin-)?(linux|darwin)-/.test(name))
			rmSync(join(folder, "include"), { recursive: true, force: true });
	}
}

function keepOwnPlatform(binaries) {
	for (const version of list(binaries))
		for (const platform of list(join(binaries, version)))
			for (const processor of list(join(binaries, version, platform)))
				if (platform !== process.platform || processor !== process.arch)
					rmSync(join(binaries, version, platform, processor), {
						recursive: true,
					});
}

function list(folder) {
	return existsSync(folder) ? readdirSync(folder) : [];
}
