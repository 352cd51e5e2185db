import { newId } from "@supportdesk/ids/ids.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import { type Command, Option } from "commander";
import { changeWorkspace } from "../change-workspace.ts";
import { createWorkspace } from "../create-workspace.ts";
import { inWorkspace, withoutWorkspace } from "../session.ts";
import { changeSettings, type SettingsRow } from "../store/settings.ts";
import { listWorkspaces, type Workspace } from "../store/workspaces.ts";
import type { Column } from "../view.ts";
import { addChanges } from "./changes.ts";
import { addAction, type CommandContext, WORKSPACE_OPTION } from "./command.ts";

const COLUMNS: readonly Column<Workspace>[] = [
	["ID", "id"],
	["Name", "name"],
	["Deactivated", "deactivated_at"],
	["Created", "created_at"],
];

const SETTINGS: readonly Column<SettingsRow>[] = [
	["Workspace", "id"],
	["Pending after a reply", "pending_after_reply"],
];

export function addWorkspaces(program: Command, context: CommandContext): void {
	const workspaces = program
		.command("workspaces")
		.description("tenants with isolated tickets, articles and keys");
	addAction(
		workspaces
			.command("create")
			.description("create a workspace")
			.requiredOption("--name <name>", "the name that people see"),
		context,
		COLUMNS,
		({ pool, now }, { name = "" }) => {
			const id = newId("wsp", now().getTime());
			return inTransaction(pool, id, (tx) =>
				createWorkspace(tx, { id, name, now: now() }),
			);
		},
	);
	addAction(
		workspaces.command("list").description("show all workspaces"),
		context,
		COLUMNS,
		(session) => withoutWorkspace(session, listWorkspaces),
	);
	addSettings(workspaces, context);
	addChanges(workspaces, context, {
		noun: "workspace",
		columns: COLUMNS,
		deactivation:
			"refuse the workspace's keys, within 5 s, until it is reactivated; its data are kept",
		change: (session, id, change) =>
			inWorkspace(session, id, (tx) => changeWorkspace(tx, id, change)),
	});
}

function addSettings(workspaces: Command, context: CommandContext): void {
	addAction(
		workspaces
			.command("settings")
			.description("show a workspace's settings, or change them")
			.option(...WORKSPACE_OPTION)
			.addOption(
				new Option(
					"--pending-after-reply <on|off>",
					"whether an open ticket becomes pending when an agent replies",
				).choices(["on", "off"]),
			),
		context,
		SETTINGS,
		(session, { workspace, pendingAfterReply }) =>
			inWorkspace(session, workspace, (tx, workspaceId) =>
				changeSettings(
					tx,
					workspaceId,
					{
						pendingAfterReply:
							pendingAfterReply === undefined
								? undefined
								: pendingAfterReply === "on",
					},
					session.now(),
				),
			),
	);
}
