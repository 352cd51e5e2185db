// npm run backup -- FILE, npm run restore -- FILE
import { resolve } from "node:path";
import { loadConfig } from "../config.ts";
import { StartError } from "../start-error.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

const MB = 1_000_000;
const TELL_EVERY_MS = 1_000;

const [command, given] = process.argv.slice(2);
try {
	if (!given || given.startsWith("-"))
		throw new StartError(`Which file? npm run ${command} -- FILE`);
	const { dataDir } = loadConfig(process.env);
	const file = resolve(given);
	const tell = teller();
	if (command === "restore") {
		await restore(file, dataDir, process.pid, (done) =>
			tell(`restored ${megabytes(done)}`),
		);
		console.log(`Restored to ${dataDir}. \`npm start\` goes on from there.`);
	} else {
		await backUp(dataDir, file, process.pid, (done) =>
			tell(`copied ${megabytes(done)}`),
		);
		console.log(
			`Backed up to ${file}. \`npm run restore -- ${/\s/.test(given) ? JSON.stringify(given) : given}\` makes a data folder of it.`,
		);
	}
} catch (err) {
	console.error(err instanceof StartError ? err.message : err);
	process.exitCode = 1;
}

/** A line a second, for a person who has waited for one. */
function teller(): (line: string) => void {
	let toldAt = performance.now();
	return (line) => {
		if (performance.now() - toldAt < TELL_EVERY_MS) return;
		toldAt = performance.now();
		console.log(`  ${line}`);
	};
}

function megabytes(bytes: number): string {
	return `${(bytes / MB).toFixed(1)} MB`;
}
