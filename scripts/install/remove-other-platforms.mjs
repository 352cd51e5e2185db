// The inference runtime ships the libraries of every platform; a quarter of a gigabyte of them is of no use here.
// `node remove-other-platforms.mjs FOLDER` does it for a folder that pnpm has installed packages into.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

if (process.argv[1] === fileURLToPath(import.meta.url))
	removeOtherPlatforms(process.argv[2]);

/** @param {string} root the folder that holds `node_modules` */
export function removeOtherPlatforms(root) {
	const store = join(root, "node_modules", ".pnpm");
	for (const entry of list(store)) {
		if (!entry.startsWith("onnxruntime-node@")) continue;
		const binaries = join(
			store,
			entry,
			"node_modules",
			"onnxruntime-node",
			"bin",
		);
		for (const abi of list(binaries)) keepOwnPlatform(join(binaries, abi));
	}
}

function keepOwnPlatform(folder) {
	for (const platform of list(folder))
		for (const processor of list(join(folder, platform)))
			if (platform !== process.platform || processor !== process.arch)
				rmSync(join(folder, platform, processor), { recursive: true });
}

function list(folder) {
	return existsSync(folder) ? readdirSync(folder) : [];
}
