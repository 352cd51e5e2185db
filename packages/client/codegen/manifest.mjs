// The workspace runs the sources, the published package the compiled files: `npm pack` exchanges package.json before it
// packs, and restores it afterwards.
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const url = (name) => new URL(`../${name}`, import.meta.url);
const MANIFEST = url("package.json");
const BACKUP = url("workspace.json");

const write = (value) => JSON.stringify(value, null, "\t");

if (process.argv[2] === "restore") renameSync(BACKUP, MANIFEST);
else publish();

function publish() {
	const text = readFileSync(MANIFEST, "utf8");
	writeFileSync(BACKUP, text);
	const {
		private: _private,
		scripts: _scripts,
		devDependencies: _devDependencies,
		...manifest
	} = JSON.parse(text);
	const cjs = {
		types: "./dist/cjs/client.d.ts",
		default: "./dist/cjs/client.js",
	};
	const esm = { types: "./dist/client.d.ts", default: "./dist/client.js" };
	const entries = {
		// For compilers and bundlers that do not read `exports`.
		main: cjs.default,
		types: cjs.types,
		// Node before 20.19 and 22.12 cannot load ES modules by `require`, nor can Jest.
		exports: { ".": { require: cjs, default: esm } },
	};
	writeFileSync(MANIFEST, write({ ...manifest, ...entries }));
	writeFileSync(url("dist/cjs/package.json"), write({ type: "commonjs" }));
}
