import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { expect } from "vitest";

const APPS = new URL("../../", import.meta.url);
const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const SCHEMAS = ["gateway", "tickets", "knowledge"];

/** Without MiniLM, as on a machine that could not bring it. */
const NO_MODELS = fileURLToPath(new URL("none", import.meta.url));

export const log = createLogger({ name: "test", level: "silent" });

/** How a command ended. */
export interface Run {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

export const migrationsOf = (schema: string) =>
	fileURLToPath(new URL(`${schema}/migrations`, APPS));

/** A database as a fresh installation has it. */
export function createInstallation() {
	return createTestDatabase(SCHEMAS.map(migrationsOf), async (url) => {
		for (const schema of SCHEMAS) {
			const jobs = schema === "gateway" ? undefined : `${schema}_jobs`;
			await migrate({ url, dir: migrationsOf(schema), schema, jobs }, log);
		}
	});
}

/** Runs the real command line in a process of its own. */
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

/** The command line of one installation: what its commands answer, and how they refuse. */
export function commandLine(databaseUrl: string) {
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
