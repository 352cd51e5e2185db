import { API_VERSIONS } from "@supportdesk/keys/api-versions.ts";
import { listKeys } from "@supportdesk/keys/keys.ts";
import { SCOPES } from "@supportdesk/keys/scopes.ts";
import type { Command } from "commander";
import { createKey } from "../create-key.ts";
import { type ShownKey, shownKey } from "../domain/key.ts";
import { PLAN_NAMES } from "../domain/plan.ts";
import {
	inActiveWorkspace,
	inWorkspace,
	type Session,
	workspaceOfKey,
} from "../session.ts";
import { revokeKey, rotateKey, updateKey } from "../update-key.ts";
import type { Column } from "../view.ts";
import { addAction, type CommandContext, WORKSPACE_OPTION } from "./command.ts";

const COLUMNS: readonly Column<ShownKey>[] = [
	["ID", "id"],
	["Name", "name"],
	["Key", "masked"],
	["Owner", "owner_id"],
	["Plan", "plan"],
	["Scopes", "scopes"],
	["Expires", "expires_at"],
	["Revoked", "revoked_at"],
	["Owner deactivated", "owner_deactivated_at"],
	["Last used", "last_used_at"],
];
const LIMITS: readonly Column<ShownKey>[] = [
	["Per minute", "per_minute"],
	["In 10 s", "burst"],
	["Per day", "per_day"],
	["Concurrent", "concurrent"],
	["API version", "api_version"],
];
const CARD = [...COLUMNS, ...LIMITS];

export function addKeys(program: Command, context: CommandContext): void {
	const keys = program
		.command("keys")
		.description("API keys: the scopes, the owner and the limits of a program");
	addCreate(keys, context);
	addList(keys, context);
	addUpdate(keys, context);
	addRotate(keys, context);
	addRevoke(keys, context);
}

function addCreate(keys: Command, context: CommandContext): void {
	const command = keys
		.command("create")
		.description("create a key; its secret is printed only once")
		.option(...WORKSPACE_OPTION)
		.requiredOption("--owner <agent>", "the agent who authors what it writes")
		.requiredOption("--plan <plan>", PLAN_NAMES.join(", "))
		.requiredOption("--scopes <scopes>", scopesHelp)
		.option("--name <name>", "what the key is for")
		.option("--api-version <date>", versionHelp)
		.option("--expires-at <date>", "2027-01-31 or 2027-01-31T09:30:00Z");
	addAction(
		withLimits(command),
		context,
		[["Secret", "secret"], ...CARD],
		(session, { workspace, owner = "", plan = "", scopes = "", ...options }) =>
			inActiveWorkspace<ShownKey>(session, workspace, (tx, workspaceId) =>
				createKey(tx, {
					...options,
					workspaceId,
					ownerId: owner,
					plan,
					planNames: session.planNames,
					scopes,
					now: session.now(),
				}),
			),
	);
}

function addList(keys: Command, context: CommandContext): void {
	addAction(
		keys
			.command("list")
			.description(
				"show the keys of a workspace, revoked ones included, and the hour of their last use",
			)
			.option(...WORKSPACE_OPTION),
		context,
		COLUMNS,
		(session, { workspace }) =>
			inWorkspace<ShownKey[]>(session, workspace, async (tx, workspaceId) =>
				(await listKeys(tx, workspaceId)).map(shownKey),
			),
	);
}

function addUpdate(keys: Command, context: CommandContext): void {
	const command = keys
		.command("update <key>")
		.description("change a key; omitted options stay unchanged")
		.option("--name <name>", "what the key is for")
		.option("--plan <plan>", PLAN_NAMES.join(", "))
		.option("--scopes <scopes>", scopesHelp)
		.option("--api-version <date>", versionHelp)
		.option("--expires-at <date>", "a date, a time, or never");
	addAction(withLimits(command), context, CARD, (session, change) =>
		inWorkspaceOf(session, command.args[0]!, (tx, workspaceId, id) =>
			updateKey(
				tx,
				workspaceId,
				id,
				{ ...change, planNames: session.planNames },
				session.now(),
			),
		),
	);
}

function addRotate(keys: Command, context: CommandContext): void {
	const command = keys
		.command("rotate <key>")
		.description("give a key another secret, which is printed only once")
		.option(
			"--keep-old-for <hours>",
			"how long the old secret is accepted as well, 0 to 168",
			"24",
		);
	addAction(
		command,
		context,
		[["Secret", "secret"], ...CARD],
		(session, { keepOldFor = "" }) =>
			inWorkspaceOf(session, command.args[0]!, (tx, workspaceId, id) =>
				rotateKey(tx, workspaceId, id, keepOldFor, session.now()),
			),
	);
}

function addRevoke(keys: Command, context: CommandContext): void {
	const command = keys
		.command("revoke <key>")
		.description("revoke a key permanently; gateways refuse it within 5 s");
	addAction(command, context, CARD, (session) =>
		inWorkspaceOf(session, command.args[0]!, (tx, workspaceId, id) =>
			revokeKey(tx, workspaceId, id, session.now()),
		),
	);
}

async function inWorkspaceOf(
	session: Session,
	keyId: string,
	work: (
		tx: Parameters<typeof revokeKey>[0],
		workspaceId: string,
		keyId: string,
	) => Promise<ShownKey>,
): Promise<ShownKey> {
	const workspace = await workspaceOfKey(session, keyId);
	return inWorkspace(session, workspace, (tx) => work(tx, workspace, keyId));
}

const versionHelp = `the version of the API that its requests have, ${API_VERSIONS.join(" or ")}`;

const scopesHelp = `${SCOPES.join(", ")} (separated by commas), or all`;

function withLimits(command: Command): Command {
	const limit = "or default for the plan's limit";
	return command
		.option("--per-minute <number>", `requests a minute, ${limit}`)
		.option("--burst <number>", `requests in 10 seconds, ${limit}`)
		.option("--per-day <number>", `requests a day, unlimited, ${limit}`)
		.option("--concurrent <number>", `concurrent requests, ${limit}`);
}
