import type { Command } from "commander";
import type { MailSettings } from "../config.ts";
import type { Session } from "../session.ts";
import { type Column, cardOf, jsonOf, tableOf } from "../view.ts";

/** The functions of the process that commands use. */
export interface CommandContext {
	/** Runs `work` with a database connection and closes the connection afterwards. */
	withSession<T>(work: (session: Session) => Promise<T>): Promise<T>;
	/** How this installation sends mail, as far as the environment says. */
	mailSettings(): MailSettings;
	/** Runs another program of the product and returns its standard output. */
	runProgram(path: string, args: readonly string[]): Promise<string>;
	print(text: string): void;
	/** Prints a progress line to standard error, so that standard output holds the result only. */
	printProgress(line: string): void;
}

/** A command's own options as commander parsed them. */
export type Options = Readonly<Record<string, string | undefined>>;

export const WORKSPACE_OPTION = [
	"--workspace <id>",
	"the workspace; optional when there is only one",
] as const;

/**
 * Makes the command run `work` and print the result: a list as a table, a single object as a card, and either as
 * JSON with `--json`.
 */
export function addAction<Row extends object>(
	command: Command,
	{ withSession, print }: CommandContext,
	columns: readonly Column<Row>[],
	work: (session: Session, options: Options) => Promise<Row | Row[]>,
): Command {
	return command
		.option("--json", "print JSON, for programs")
		.action(async () => {
			const { json, ...options } = command.opts();
			const shown = await withSession((session) => work(session, options));
			if (json) print(jsonOf(shown));
			else if (Array.isArray(shown)) print(tableOf(shown, columns));
			else print(cardOf(shown, columns));
		});
}
