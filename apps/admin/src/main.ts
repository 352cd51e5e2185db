import { createLogger } from "@supportdesk/logger/logger.ts";
import { runCommandLine } from "./command-line.ts";

// The reader of the output may have exited (`| head`), or the disk may be full; the command itself has succeeded.
process.stdout.on("error", (err: NodeJS.ErrnoException) => {
	if (err.code !== "EPIPE") {
		console.error(
			`The command succeeded, but its result cannot be printed: ${err.message}.`,
		);
	}
	process.exit(1);
});

process.exitCode = await runCommandLine(
	process.argv.slice(2),
	process.env,
	{
		node: process.execPath,
		print: (text) => process.stdout.write(text),
		printError: (text) => process.stderr.write(text),
	},
	// Every failure is reported in one sentence instead of a log entry.
	createLogger({ name: "admin", level: "silent" }),
);
