import { changeGroup } from "@supportdesk/directory/change-group.ts";
import { type Group, listGroups } from "@supportdesk/directory/groups.ts";
import type { Command } from "commander";
import { COMMAND_LINE } from "../command-line-cause.ts";
import { createGroup } from "../create-group.ts";
import { inActiveWorkspace, inWorkspace } from "../session.ts";
import type { Column } from "../view.ts";
import { addChanges } from "./changes.ts";
import { addAction, type CommandContext, WORKSPACE_OPTION } from "./command.ts";

const COLUMNS: readonly Column<Group>[] = [
	["ID", "id"],
	["Name", "name"],
	["Deactivated", "deactivated_at"],
	["Created", "created_at"],
];

export function addGroups(program: Command, context: CommandContext): void {
	const groups = program
		.command("groups")
		.description("teams that tickets can be assigned to");
	addAction(
		groups
			.command("create")
			.description("add a group")
			.option(...WORKSPACE_OPTION)
			.requiredOption("--name <name>", "unique within the workspace"),
		context,
		COLUMNS,
		(session, { workspace, name = "" }) =>
			inActiveWorkspace(session, workspace, (tx, workspaceId) =>
				createGroup(tx, { workspaceId, name, now: session.now() }),
			),
	);
	addAction(
		groups
			.command("list")
			.description("show the groups of a workspace")
			.option(...WORKSPACE_OPTION),
		context,
		COLUMNS,
		(session, { workspace }) => inWorkspace(session, workspace, listGroups),
	);
	addChanges(groups, context, {
		noun: "group",
		columns: COLUMNS,
		deactivation: "assign no more tickets to the group",
		option: WORKSPACE_OPTION,
		change: (session, id, change, { workspace }) =>
			inWorkspace(session, workspace, (tx, workspaceId) =>
				changeGroup(
					tx,
					workspaceId,
					id,
					[change],
					undefined,
					session.now(),
					COMMAND_LINE,
				),
			),
	});
}
