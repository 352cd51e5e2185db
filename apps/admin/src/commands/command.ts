import type { Command } from "commander";
import type { Session } from "../session.ts";
import { type Column, cardOf, jsonOf, tableOf } from "../view.ts";

/** What commands need of the process they run in. */
export interface Surroundings {
	/** Runs `work` with a connection to the database and closes it again. */
	withSession<T>(work: (session: Session) => Promise<T>): Promise<T>;
	/** Runs another program of the product and answers what it printed. */
	runProgram(path: string, args: readonly string[]): Promise<string>;
	print(text: string): void;
	/** Says how things stand to whoever waits, apart from what is printed. */
	tell(line: string): void;
}

/** A command's own options as commander hands them over. */
export type Options = Readonly<Record<string, string | undefined>>;

export const WORKSPACE_OPTION = [
	"--workspace <id>",
	"the workspace; may be left out when there is only one",
] as const;

/**
 * Makes the command run `work` and show what it answers: a list as a table, a single thing as a card, and either as
 * JSON with `--json`.
 */
export function shows<Row extends object>(
	command: Command,
	{ withSession, print }: Surroundings,
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
