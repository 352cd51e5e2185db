// npm run backup -- FILE, npm run restore -- FILE
import { resolve } from "node:path";
import { commandFor, loadConfig, quoted } from "../config.ts";
import { StartError } from "../start-error.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

const MB = 1_000_000;
const REPORT_EVERY_MS = 1_000;

const [command, fileArgument] = process.argv.slice(2);
try {
	if (!fileArgument || fileArgument.startsWith("-"))
		throw new StartError(`Which file? npm run ${command} -- FILE`);
	const { dataDir } = loadConfig(process.env);
	const file = resolve(fileArgument);
	const report = createReporter();
	if (command === "restore") {
		await restore(file, dataDir, process.pid, (done) =>
			report(`restored ${megabytes(done)}`),
		);
		console.log(
			`Restored to ${dataDir}. Run \`${commandFor(dataDir, "npm start")}\` to use it.`,
		);
	} else {
		await backUp(dataDir, file, process.pid, (done) =>
			report(`copied ${megabytes(done)}`),
		);
		console.log(
			`Backed up to ${file}. \`npm run restore -- ${quoted(fileArgument)}\` creates a data folder from it.`,
		);
	}
} catch (err) {
	console.error(err instanceof StartError ? err.message : err);
	process.exitCode = 1;
}

/** Prints at most one line per second, the first after a second. */
function createReporter(): (line: string) => void {
	let reportedAt = performance.now();
	return (line) => {
		if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
		reportedAt = performance.now();
		console.log(`  ${line}`);
	};
}

function megabytes(bytes: number): string {
	return `${(bytes / MB).toFixed(1)} MB`;
}
