// The workspace runs the sources, the published package the compiled files: `npm pack` exchanges package.json before it
// packs, and restores it afterwards.
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const url = (name) => new URL(`../${name}`, import.meta.url);
const MANIFEST = url("package.json");
const BACKUP = url("workspace.json");

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
	const exports = {
		".": { types: "./dist/client.d.ts", default: "./dist/client.js" },
	};
	writeFileSync(MANIFEST, JSON.stringify({ ...manifest, exports }, null, "\t"));
}
