import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { AdminError } from "../admin-error.ts";
import { parseLabel, SENTIMENTS, URGENCIES } from "../domain/label.ts";
import { inWorkspace } from "../session.ts";
import { type LabelRow, saveLabel } from "../store/labels.ts";
import type { ModelRow } from "../store/models.ts";
import { trainModel } from "../train.ts";
import type { Column } from "../view.ts";
import { addAction, type CommandContext, WORKSPACE_OPTION } from "./command.ts";

// A program of the AI service: one app starts another's program and never imports its code.
const EVALUATE = fileURLToPath(
	new URL("../../../ai/src/evaluate/main.ts", import.meta.url),
);

const LABEL: readonly Column<LabelRow>[] = [
	["Ticket", "ticket_id"],
	["Intent", "intent"],
	["Urgency", "urgency"],
	["Sentiment", "sentiment"],
];
const MODEL: readonly Column<ModelRow>[] = [
	["Workspace", "workspace_id"],
	["Model", "model_id"],
	["Examples", "example_count"],
	["Trained", "created_at"],
];

export function addAi(program: Command, context: CommandContext): void {
	const ai = program
		.command("ai")
		.description(
			"label tickets, train the AI's model on the labels, and measure its quality",
		);
	addLabel(ai, context);
	addAction(
		ai
			.command("train")
			.description(
				"train a workspace's own model on its labels, in the running Support Desk",
			)
			.option(...WORKSPACE_OPTION),
		context,
		MODEL,
		async (session, { workspace }) => {
			const id = await inWorkspace(session, workspace, async (_, one) => one);
			return trainModel(session, id, context.printProgress);
		},
	);
	addEvaluate(ai, context);
}

function addLabel(ai: Command, context: CommandContext): void {
	addAction(
		ai
			.command("label")
			.description(
				"set the intent, urgency or sentiment of a ticket, for training",
			)
			.option(...WORKSPACE_OPTION)
			.requiredOption("--ticket <id>", "the ticket")
			.option("--intent <intent>", "one of the API reference's, or other")
			.option("--urgency <urgency>", URGENCIES.join(", "))
			.option("--sentiment <sentiment>", SENTIMENTS.join(", ")),
		context,
		LABEL,
		(session, { workspace, ticket = "", ...given }) => {
			const label = parseLabel(given);
			return inWorkspace(session, workspace, async (tx, workspaceId) => {
				const { rows } = await tx.query(
					saveLabel(workspaceId, ticket, label, session.now()),
				);
				if (!rows[0]) throw new AdminError(`There is no ticket ${ticket}.`);
				return rows[0];
			});
		},
	);
}

function addEvaluate(ai: Command, { runProgram, print }: CommandContext): void {
	const command = ai
		.command("evaluate")
		.description("measure the AI on labelled texts; needs no database")
		.requiredOption(
			"--data <file>",
			"JSON lines with text and label, gzip or not",
		)
		.option("--train <file>", "train on these texts first, in memory only")
		.option("--task <task>", "intent, urgency or sentiment", "intent")
		.option("--json", "print JSON, for programs")
		.action(async () => {
			const { json, ...options } = command.opts<Record<string, string>>();
			const args = Object.entries(options).flatMap(([name, value]) => [
				`--${name}`,
				value,
			]);
			print(await runProgram(EVALUATE, json ? [...args, "--json"] : args));
		});
}
