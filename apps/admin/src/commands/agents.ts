import { type Agent, listAgents } from "@supportdesk/directory/agents.ts";
import type { Command } from "commander";
import { changeAgent } from "../change-agent.ts";
import { createAgent } from "../create-agent.ts";
import { inActiveWorkspace, inWorkspace } from "../session.ts";
import type { Column } from "../view.ts";
import { addAccounts } from "./accounts.ts";
import { addChanges } from "./changes.ts";
import { addAction, type CommandContext, WORKSPACE_OPTION } from "./command.ts";

const COLUMNS: readonly Column<Agent>[] = [
	["ID", "id"],
	["Name", "name"],
	["E-mail", "email"],
	["Deactivated", "deactivated_at"],
	["Created", "created_at"],
];

export function addAgents(program: Command, context: CommandContext): void {
	const agents = program
		.command("agents")
		.description("the people of a workspace who answer tickets and own keys");
	addAction(
		agents
			.command("create")
			.description("add an agent")
			.option(...WORKSPACE_OPTION)
			.requiredOption("--name <name>", "name that customers see")
			.requiredOption("--email <address>", "unique within the workspace"),
		context,
		COLUMNS,
		(session, { workspace, name = "", email = "" }) =>
			inActiveWorkspace(session, workspace, (tx, workspaceId) =>
				createAgent(tx, { workspaceId, name, email, now: session.now() }),
			),
	);
	addAction(
		agents
			.command("list")
			.description("show the agents of a workspace")
			.option(...WORKSPACE_OPTION),
		context,
		COLUMNS,
		(session, { workspace }) => inWorkspace(session, workspace, listAgents),
	);
	addAccounts(agents, context);
	addChanges(agents, context, {
		noun: "agent",
		columns: COLUMNS,
		deactivation:
			"assign no more tickets to the agent, accept no more messages by it, and refuse its keys within 5 s",
		option: WORKSPACE_OPTION,
		change: (session, id, change, { workspace }) =>
			inWorkspace(session, workspace, (tx, workspaceId) =>
				changeAgent(tx, workspaceId, id, change, session.now()),
			),
	});
}
