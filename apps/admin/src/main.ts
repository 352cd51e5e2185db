import { createLogger } from "@supportdesk/logger/logger.ts";
import { runCommandLine } from "./command-line.ts";

// Nobody may be left to read the answer (`| head`), or the disk it goes to is full; what was asked for is done.
process.stdout.on("error", (err: NodeJS.ErrnoException) => {
	if (err.code !== "EPIPE") {
		console.error(`It is done, but cannot be printed: ${err.message}.`);
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
	// Every failure is told in a sentence of its own.
	createLogger({ name: "admin", level: "silent" }),
);
