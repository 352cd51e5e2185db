import { parseArgs } from "node:util";

/** What every measurement of search and gaps is told on its command line. */
export function readOptions(args = process.argv.slice(2)) {
	const { values } = parseArgs({
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
	});
	const { data, ...others } = values;
	if (data === undefined) {
		console.error(
			"usage: --data FOLDER [--split dev] [--models FOLDER] [--json]",
		);
		process.exit(2);
	}
	return { data, ...others };
}
