// Builds the console into `dist`, which the gateway serves: `node apps/console/scripts/build.ts HASH`. The hash of the
// sources is written beside the files, so that nothing is built twice (scripts/install/ensure-console.mjs).
import {
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

const COMPRESSIBLE = /\.(?:js|css|html|svg)$/;
const root = join(import.meta.dirname, "..");
// Two processes can build at the same time: each builds a folder of its own and moves it into place.
const made = join(root, `.dist-${process.pid}`);
const dist = join(root, "dist");

// Tests run with NODE_ENV=test, which React takes for development: its code for that is 50 KB larger.
process.env.NODE_ENV = "production";
await build({
	root,
	logLevel: "error",
	build: { outDir: made, emptyOutDir: true },
});
for (const entry of readdirSync(made, { recursive: true, encoding: "utf8" })) {
	if (!COMPRESSIBLE.test(entry)) continue;
	const bytes = readFileSync(join(made, entry));
	writeFileSync(join(made, `${entry}.br`), brotli(bytes));
	writeFileSync(join(made, `${entry}.gz`), gzipSync(bytes, { level: 9 }));
}
const sources = process.argv[2] ?? "";
writeFileSync(join(made, "sources"), sources);
// What another process has built of the same sources stays: it is being read.
const isThere = sources !== "" && builtSources() === sources;
if (isThere || !moveIntoPlace()) rmSync(made, { recursive: true });

function moveIntoPlace(): boolean {
	try {
		rmSync(dist, { recursive: true, force: true });
		renameSync(made, dist);
		return true;
	} catch (err) {
		// Another process was faster, with the same sources.
		if (builtSources() === undefined) throw err;
		return false;
	}
}

function builtSources(): string | undefined {
	const file = join(dist, "sources");
	return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function brotli(bytes: Buffer): Buffer {
	return brotliCompressSync(bytes, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
			[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
		},
	});
}
