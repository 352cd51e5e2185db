import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

const HELP = { help: { type: "boolean" } } as const;
const NUMBER = /^\d+(\.\d+)?$/;

/**
 * Parses the options of a developer's command. `--help` prints the usage and ends the process; an invalid option prints
 * the error and the usage and ends it with exit code 2. An option whose default is a number takes only numbers.
 * @param usage the text after `npm run`
 */
export function readCommandLine<const T extends ParseArgsOptionsConfig>(
	usage: string,
	options: T,
) {
	try {
		const { values } = parseArgs({ options: { ...options, ...HELP } });
		if ((values as { help?: boolean }).help) {
			console.log(`usage: npm run ${usage}`);
			process.exit(0);
		}
		expectNumbers(options, values);
		return values;
	} catch (err) {
		return endCommand(`${(err as Error).message}\nusage: npm run ${usage}`);
	}
}

/** The option's value. Without one, {@link endCommand}. */
export function required<T>(value: T | undefined, name: string): T {
	return value ?? endCommand(`--${name} is missing; --help shows the options`);
}

/** Prints the caller's error and ends the process. */
export function endCommand(message: string): never {
	console.error(message);
	process.exit(2);
}

function expectNumbers(
	options: ParseArgsOptionsConfig,
	values: Readonly<Record<string, unknown>>,
): void {
	for (const [name, option] of Object.entries(options)) {
		const value = String(values[name]);
		if (NUMBER.test(String(option.default)) && !NUMBER.test(value))
			throw new Error(`Option '--${name}' takes a number, not ${value}`);
	}
}
