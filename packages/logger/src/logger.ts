import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/** The values of `LOG_LEVEL`; `silent` writes nothing. */
export const LOG_LEVELS = [
	"trace",
	"debug",
	"info",
	"warn",
	"error",
	"silent",
] as const;

const SECRETS = [
	"authorization",
	"*.authorization",
	"req.headers",
	"body",
	"*.body",
	"email",
	"*.email",
	// PostgreSQL quotes the row here.
	"err.detail",
	"secret",
	"*.secret",
];

const BLOCK_BYTES = 12 * 1024; // a write costs as much as fifty lines
const FLUSH_AFTER_MS = 200;

export interface LogOptions {
	/** Name of the process in every line. */
	readonly name: string;
	/** pino's level names; `silent` writes nothing. */
	readonly level: string;
	/** Where the lines go; standard output if not given. */
	readonly destination?: DestinationStream;
}

/**
 * The one logger of a process, made in its `main.ts` and passed in. Lines are JSON, written asynchronously;
 * secrets and personal data in a line's fields are redacted.
 */
export function createLogger(options: LogOptions): Logger {
	const { destination = standardOutput() } = options;
	return pino(
		{
			name: options.name,
			level: options.level,
			redact: { paths: SECRETS, censor: "[redacted]" },
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (level) => ({ level }) },
		},
		destination,
	);
}

/** Writes the lines of a busy process in blocks, and those of a quiet one within a fifth of a second. */
function standardOutput(): DestinationStream {
	const output = pino.destination({ sync: false, minLength: BLOCK_BYTES });
	const write = output.write.bind(output);
	let willFlush = false;
	const flush = () => {
		willFlush = false;
		output.flush();
	};
	// pino's own periodic flush also writes where there is nothing to write, on a thread, which wakes an idle process.
	output.write = (line: string) => {
		if (!willFlush) setTimeout(flush, FLUSH_AFTER_MS).unref();
		willFlush = true;
		return write(line);
	};
	return output;
}
