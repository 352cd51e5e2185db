import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import {
	createTestDatabase,
	type TestDatabase,
} from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";

const APPS = new URL("../../", import.meta.url);
/** Path of the command line's entry point. */
export const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const SCHEMAS = ["gateway", "tickets", "knowledge"];
/** All of each service: tests of other packages clone the same template. */
const QUEUES: Readonly<Record<string, readonly string[]>> = {
	tickets: ["tickets_jobs", "tickets_mail_jobs"],
	knowledge: ["knowledge_jobs"],
};

/** A folder without MiniLM, as on a machine that could not download it. */
const NO_MODELS = fileURLToPath(new URL("none", import.meta.url));

export const log = createLogger({ name: "test", level: "silent" });

/** The exit code and the output of a command. */
export interface Run {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

const migrationsOf = (schema: string) =>
	fileURLToPath(new URL(`${schema}/migrations`, APPS));

interface GivenInstallation {
	readonly database: TestDatabase;
	/** A superuser's connection. */
	readonly admin: pg.Client;
	readonly cli: CommandLine;
}

/** Creates an installation for the tests of one file. @param take receives it */
export function useInstallation(
	take: (given: GivenInstallation) => void,
): void {
	let database: TestDatabase;
	let admin: pg.Client;
	beforeAll(async () => {
		database = await createInstallation();
		admin = new pg.Client(database.url);
		await admin.connect();
		take({ database, admin, cli: commandLine(database.url) });
	});
	afterAll(async () => {
		await admin.end();
		await database.drop();
	});
}

/** Creates a database like that of a fresh installation. */
function createInstallation() {
	return createTestDatabase(SCHEMAS.map(migrationsOf), async (url) => {
		for (const schema of SCHEMAS) {
			const queues = QUEUES[schema];
			await migrate({ url, dir: migrationsOf(schema), schema, queues }, log);
		}
	});
}

/** Runs the real command line in a separate process. */
export function supportdesk(
	env: NodeJS.ProcessEnv,
	...args: string[]
): Promise<Run> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[MAIN, ...args],
			{ env: { PATH: process.env.PATH, ...env } },
			(err, out, stderr) =>
				resolve({ code: Number(err?.code ?? 0), out, err: stderr }),
		);
	});
}

export type CommandLine = ReturnType<typeof commandLine>;

/** The command line of one installation. */
function commandLine(databaseUrl: string) {
	const run = (...args: string[]) =>
		supportdesk(
			{ DATABASE_URL: databaseUrl, SUPPORTDESK_MODELS: NO_MODELS },
			...args,
		);
	return {
		run,
		async runJson(...args: string[]) {
			const { code, out, err } = await run(...args, "--json");
			expect({ code, err }).toEqual({ code: 0, err: "" });
			return JSON.parse(out);
		},
		async expectRefusal(sentence: string, ...args: string[]) {
			const refused = { code: 1, out: "", err: `${sentence}\n` };
			expect(await run(...args)).toEqual(refused);
		},
	};
}
