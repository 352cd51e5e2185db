import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { shareAnnouncements } from "@supportdesk/pg/shared-announcements.ts";
import { sqlState } from "@supportdesk/pg/sqlstate.ts";
import { Command, CommanderError } from "commander";
import { AdminError } from "./admin-error.ts";
import { addAgents } from "./commands/agents.ts";
import { addAi } from "./commands/ai.ts";
import { addAttributes } from "./commands/attributes.ts";
import type { CommandContext } from "./commands/command.ts";
import { addGroups } from "./commands/groups.ts";
import { addKeys } from "./commands/keys.ts";
import { addMail } from "./commands/mail.ts";
import { addReindex } from "./commands/reindex.ts";
import { addWorkspaces } from "./commands/workspaces.ts";
import { loadConfig, loadMailSettings } from "./config.ts";
import { runProgram } from "./run-program.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
// One command runs at a time, so a second connection would stay idle.
const POOL_SIZE_MAX = 1;

const EXAMPLES = `
Examples:
  $ npm run admin -- workspaces create --name "Acme"
  $ npm run admin -- agents create --workspace wsp_… --name "Front desk" --email desk@acme.example
  $ npm run admin -- agents invite --workspace wsp_… --agent usr_… --role admin
  $ npm run admin -- attributes define --workspace wsp_… --key region --type enum --values emea,apac,amer
  $ npm run admin -- keys create --workspace wsp_… --owner usr_… --plan growth --scopes all
  $ npm run admin -- keys revoke key_…
  $ npm run admin -- mail check acme.example

Works on the database that DATABASE_URL names, or else on the Support Desk that runs on this machine
(its data folder is SUPPORTDESK_DATA, by default .data).`;

/** The terminal a command talks to. */
export interface Terminal {
	/** Path of the Node that runs the product. */
	readonly node: string;
	print(text: string): void;
	printError(text: string): void;
}

/**
 * Runs one command.
 *
 * @param args the command-line arguments after the program's name.
 * @returns the exit code: 0 for success, 1 for a failed command, 2 for wrong usage.
 */
export async function runCommandLine(
	args: readonly string[],
	env: NodeJS.ProcessEnv,
	terminal: Terminal,
	log: Logger,
): Promise<number> {
	const printProgress = (line: string) => terminal.printError(`${line}\n`);
	const program = createProgram(terminal, {
		print: terminal.print,
		printProgress,
		mailSettings: () => loadMailSettings(env),
		runProgram: (path, options) =>
			runProgram(terminal.node, path, options, printProgress),
		async withSession(work) {
			const { databaseUrl, planNames, consoleUrl } = loadConfig(env);
			const pool = createPool(
				{ url: databaseUrl, sizeMax: POOL_SIZE_MAX },
				log,
			);
			const shared = shareAnnouncements(pool, log);
			try {
				const now = () => new Date();
				return await work({ pool, planNames, consoleUrl, now });
			} finally {
				await shared.stop();
				await pool.end();
			}
		},
	});
	try {
		await program.parseAsync(args, { from: "user" });
		return 0;
	} catch (err) {
		if (err instanceof CommanderError) {
			return err.exitCode === 0 ? 0 : EXIT_USAGE; // commander has printed the message
		}
		terminal.printError(`${explain(err)}\n`);
		return EXIT_FAILED;
	}
}

function createProgram(terminal: Terminal, context: CommandContext): Command {
	const program = new Command("supportdesk")
		.description("Administers Support Desk.")
		.addHelpText("after", EXAMPLES)
		.exitOverride()
		.configureOutput({
			writeOut: terminal.print,
			writeErr: terminal.printError,
		})
		.showHelpAfterError("(--help lists the commands and options)");
	addWorkspaces(program, context);
	addAgents(program, context);
	addGroups(program, context);
	addAttributes(program, context);
	addKeys(program, context);
	addReindex(program, context);
	addAi(program, context);
	addMail(program, context);
	return program;
}

/** A transaction wraps the error that its work throws, so the reason is in `cause`. */
function explain(err: unknown): string {
	if (err instanceof AdminError) return err.message;
	if (!(err instanceof AppError)) return String(err);
	const cause = err.cause instanceof Error ? err.cause : err;
	if (cause instanceof AdminError) return cause.message;
	if (err.type === "service_unavailable") {
		return `The database cannot be used: ${cause.message || String(cause)}`;
	}
	// A rule that the API shares.
	if (err.cause === undefined) return err.message;
	const state = sqlState(cause);
	if (state === "42P01" || state === "3F000") {
		return `The database is not migrated (${cause.message}): start Support Desk on it once.`;
	}
	return `The database refused: ${cause.message}`;
}
