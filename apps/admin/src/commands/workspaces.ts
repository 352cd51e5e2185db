import { newId } from "@supportdesk/ids/ids.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Command } from "commander";
import { changeWorkspace } from "../change-workspace.ts";
import { createWorkspace } from "../create-workspace.ts";
import { inWorkspace, outside } from "../session.ts";
import { listWorkspaces, type Workspace } from "../store/workspaces.ts";
import type { Column } from "../view.ts";
import { addChanges } from "./changes.ts";
import { type Surroundings, shows } from "./command.ts";

const COLUMNS: readonly Column<Workspace>[] = [
	["ID", "id"],
	["Name", "name"],
	["Deactivated", "deactivated_at"],
	["Created", "created_at"],
];

export function addWorkspaces(program: Command, around: Surroundings): void {
	const workspaces = program
		.command("workspaces")
		.description("customers whose tickets, articles and keys are kept apart");
	shows(
		workspaces
			.command("create")
			.description("make a workspace")
			.requiredOption("--name <name>", "what people call it"),
		around,
		COLUMNS,
		({ pool, now }, { name = "" }) => {
			const id = newId("wsp", now().getTime());
			return inTransaction(pool, id, (tx) =>
				createWorkspace(tx, { id, name, now: now() }),
			);
		},
	);
	shows(
		workspaces.command("list").description("show all workspaces"),
		around,
		COLUMNS,
		(session) => outside(session, listWorkspaces),
	);
	addChanges(workspaces, around, {
		noun: "workspace",
		columns: COLUMNS,
		deactivation:
			"refuse the workspace's keys, within 5 s, until it is reactivated; its data stay",
		change: (session, id, change) =>
			inWorkspace(session, id, (tx) => changeWorkspace(tx, id, change)),
	});
}
