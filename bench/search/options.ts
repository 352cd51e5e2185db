import { parseArgs } from "node:util";
import { orExit } from "../or-exit.ts";

const USAGE = "usage: --data FOLDER [--split dev] [--models FOLDER] [--json]";

/** What every measurement of search and gaps is told on its command line. */
export function readOptions(args = process.argv.slice(2)) {
	return orExit(() => {
		const { data, ...others } = parse(args);
		if (data === undefined) throw new Error(USAGE);
		return { data, ...others };
	});
}

function parse(args: string[]) {
	return parseArgs({
		args,
		options: {
			data: { type: "string" },
			split: { type: "string", default: "dev" },
			models: {
				type: "string",
				default: process.env.SUPPORTDESK_MODELS ?? ".cache/models",
			},
			json: { type: "boolean", default: false },
		},
	}).values;
}
