import { ATTRIBUTE_TYPES } from "@supportdesk/directory/attribute.ts";
import {
	type Attribute,
	listAttributes,
} from "@supportdesk/directory/attributes.ts";
import type { Command } from "commander";
import { defineAttribute } from "../define-attribute.ts";
import { inActiveWorkspace, inWorkspace } from "../session.ts";
import type { Column } from "../view.ts";
import { addAction, type CommandContext, WORKSPACE_OPTION } from "./command.ts";

const COLUMNS: readonly Column<Attribute>[] = [
	["Key", "key"],
	["Type", "type"],
	["Values", "values"],
	["Created", "created_at"],
];

export function addAttributes(program: Command, context: CommandContext): void {
	const attributes = program
		.command("attributes")
		.description("custom attributes that tickets of a workspace may carry");
	addAction(
		attributes
			.command("define")
			.description("define an attribute")
			.option(...WORKSPACE_OPTION)
			.requiredOption("--key <key>", "its name in custom_attributes")
			.requiredOption("--type <type>", ATTRIBUTE_TYPES.join(", "))
			.option("--values <values>", "an enum's values, separated by commas"),
		context,
		COLUMNS,
		(session, { workspace, key = "", type = "", values }) =>
			inActiveWorkspace(session, workspace, (tx, workspaceId) =>
				defineAttribute(tx, {
					workspaceId,
					key,
					type,
					values,
					now: session.now(),
				}),
			),
	);
	addAction(
		attributes
			.command("list")
			.description("show the attributes of a workspace")
			.option(...WORKSPACE_OPTION),
		context,
		COLUMNS,
		(session, { workspace }) => inWorkspace(session, workspace, listAttributes),
	);
}
