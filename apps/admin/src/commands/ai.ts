import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { AdminError } from "../admin-error.ts";
import { parseLabel, SENTIMENTS, URGENCIES } from "../domain/label.ts";
import { inWorkspace } from "../session.ts";
import { type LabelRow, saveLabel } from "../store/labels.ts";
import type { ModelRow } from "../store/models.ts";
import { trainModel } from "../train.ts";
import type { Column } from "../view.ts";
import { type Surroundings, shows, WORKSPACE_OPTION } from "./command.ts";

// The AI service's own program: an application is started, never imported, by another.
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

export function addAi(program: Command, around: Surroundings): void {
	const ai = program
		.command("ai")
		.description(
			"what the AI makes of tickets: correct it, train it, measure it",
		);
	addLabel(ai, around);
	shows(
		ai
			.command("train")
			.description(
				"have the running Support Desk learn a workspace's own model from its labels",
			)
			.option(...WORKSPACE_OPTION),
		around,
		MODEL,
		async (session, { workspace }) => {
			const id = await inWorkspace(session, workspace, async (_, one) => one);
			return trainModel(session, id, around.tell);
		},
	);
	addEvaluate(ai, around);
}

function addLabel(ai: Command, around: Surroundings): void {
	shows(
		ai
			.command("label")
			.description("say what a ticket is, for training")
			.option(...WORKSPACE_OPTION)
			.requiredOption("--ticket <id>", "the ticket")
			.option("--intent <intent>", "one of the API reference's, or other")
			.option("--urgency <urgency>", URGENCIES.join(", "))
			.option("--sentiment <sentiment>", SENTIMENTS.join(", ")),
		around,
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

function addEvaluate(ai: Command, { runProgram, print }: Surroundings): void {
	const command = ai
		.command("evaluate")
		.description("measure the AI on labelled texts; needs no database")
		.requiredOption(
			"--data <file>",
			"JSON lines with text and label, gzip or not",
		)
		.option("--train <file>", "learn from these first, in memory only")
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
