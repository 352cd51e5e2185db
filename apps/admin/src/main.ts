import { createLogger } from "@supportdesk/logger/logger.ts";
import { runCommandLine } from "./command-line.ts";

process.exitCode = await runCommandLine(
	process.argv.slice(2),
	process.env,
	{
		node: process.execPath,
		print: (text) => process.stdout.write(text),
		printError: (text) => process.stderr.write(text),
	},
	// Every failure is told in a sentence of its own.
	createLogger({ name: "admin", level: "silent" }),
);
