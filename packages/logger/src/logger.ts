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
	const destination =
		options.destination ??
		pino.destination({
			sync: false,
			// A write costs as much as fifty lines.
			minLength: 12 * 1024,
			// Writes the lines of a quiet process, too.
			periodicFlush: 200,
		});
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
