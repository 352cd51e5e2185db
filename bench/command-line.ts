import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** What every measurement on public sets is told; see README.md. */
const DATA_OPTIONS = {
	data: { type: "string" },
	split: { type: "string", default: "dev" },
	models: {
		type: "string",
		default: process.env.SUPPORTDESK_MODELS ?? ".cache/models",
	},
	json: { type: "boolean", default: false },
} as const;
const DATA_USAGE = "--data FOLDER [--split dev] [--models FOLDER] [--json]";

/**
 * The options a command was given. `--help` prints the usage and ends the process; so does an option that is not known,
 * with what is wrong and exit code 2.
 * @param usage all after `npm run`
 */
export function readCommandLine<const T extends ParseArgsOptionsConfig>(
	usage: string,
	options: T,
) {
	const line = `usage: npm run ${usage}`;
	if (process.argv.slice(2).includes("--help")) {
		console.log(line);
		process.exit(0);
	}
	try {
		return parseArgs({ options }).values;
	} catch (err) {
		return endWith(`${(err as Error).message}\n${line}`);
	}
}

/** {@link readCommandLine} for a command that measures on public sets and cannot do without `--data`. */
export function readDataOptions<const T extends ParseArgsOptionsConfig>(
	command: string,
	moreUsage: string,
	moreOptions: T,
) {
	const usage = `${command} -- ${`${DATA_USAGE} ${moreUsage}`.trim()}`;
	const values = readCommandLine(usage, { ...DATA_OPTIONS, ...moreOptions });
	const { data } = values as { data?: string };
	if (data === undefined)
		return endWith(`--data is missing\nusage: npm run ${usage}`);
	return { ...values, data };
}

/** What `read` gives. What it throws is about something the caller got wrong: said in a line, and the process ends. */
export function orExit<T>(read: () => T): T {
	try {
		return read();
	} catch (err) {
		return endWith((err as Error).message);
	}
}

/** Says what the caller got wrong, and ends the process. */
export function endWith(message: string): never {
	console.error(message);
	process.exit(2);
}
