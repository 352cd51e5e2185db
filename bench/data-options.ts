import type { ParseArgsOptionsConfig } from "node:util";
import {
	endCommand,
	readCommandLine,
	required,
} from "@supportdesk/testkit/command-line.ts";

/** The options of every measurement on public sets; see README.md. */
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

/** The options of a command that measures on public sets. */
export function readDataOptions<const T extends ParseArgsOptionsConfig>(
	command: string,
	moreUsage: string,
	moreOptions: T,
) {
	const usage = `${command} -- ${DATA_USAGE} ${moreUsage}`.trim();
	const values = readCommandLine(usage, { ...DATA_OPTIONS, ...moreOptions });
	const { data } = values as { data?: string };
	return { ...values, data: required(data, "data") };
}

/** Returns the result of `read`. An error is the caller's mistake: it is printed in a line, and the process ends. */
export function orExit<T>(read: () => T): T {
	try {
		return read();
	} catch (err) {
		return endCommand((err as Error).message);
	}
}
