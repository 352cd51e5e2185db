import type { Change } from "@supportdesk/directory/change.ts";
import type { Command } from "commander";
import type { Session } from "../session.ts";
import type { Column } from "../view.ts";
import { addAction, type CommandContext, type Options } from "./command.ts";

/** A kind of thing that can be renamed and deactivated: workspace, agent or group. */
interface Changeable<Row> {
	readonly noun: string;
	readonly columns: readonly Column<Row>[];
	/** Describes the effect of a deactivation, for the help text. */
	readonly deactivation: string;
	/** An additional option of all three commands. */
	readonly option?: readonly [flags: string, description: string];
	change(
		session: Session,
		id: string,
		change: Change,
		options: Options,
	): Promise<Row>;
}

/** Adds the commands `rename`, `deactivate` and `reactivate`. */
export function addChanges<Row extends object>(
	parent: Command,
	context: CommandContext,
	changeable: Changeable<Row>,
): void {
	const { noun, columns, deactivation, option, change } = changeable;
	const add = (
		name: string,
		description: string,
		changeOf: (session: Session, options: Options) => Change,
	) => {
		const command = parent
			.command(`${name} <${noun}>`)
			.description(description);
		if (option) command.option(...option);
		return addAction(command, context, columns, (session, options) =>
			change(session, command.args[0]!, changeOf(session, options), options),
		);
	};
	add("rename", `rename the ${noun}`, (_, { name = "" }) => ({
		name,
	})).requiredOption("--name <name>", "the new name");
	add("deactivate", deactivation, (session) => ({
		deactivatedAt: session.now(),
	}));
	add("reactivate", "undo a deactivation", () => ({ deactivatedAt: null }));
}
