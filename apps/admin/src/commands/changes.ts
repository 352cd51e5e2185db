import type { Command } from "commander";
import type { Change } from "../domain/change.ts";
import type { Session } from "../session.ts";
import type { Column } from "../view.ts";
import { type Options, type Surroundings, shows } from "./command.ts";

/** What can be renamed and deactivated: workspaces, agents or groups. */
interface Changeable<Row> {
	readonly noun: string;
	readonly columns: readonly Column<Row>[];
	/** What a deactivation does. */
	readonly deactivation: string;
	/** An option of all three commands. */
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
	around: Surroundings,
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
		return shows(command, around, columns, (session, options) =>
			change(session, command.args[0]!, changeOf(session, options), options),
		);
	};
	add("rename", `give the ${noun} another name`, (_, { name = "" }) => ({
		name,
	})).requiredOption("--name <name>", "the new name");
	add("deactivate", deactivation, (session) => ({
		deactivatedAt: session.now(),
	}));
	add("reactivate", "undo a deactivation", () => ({ deactivatedAt: null }));
}
