import { SCOPES } from "@supportdesk/keys/scopes.ts";
import type { Command } from "commander";
import { createKey } from "../create-key.ts";
import { type Key, keyFromRow } from "../domain/key.ts";
import { PLAN_NAMES } from "../domain/plan.ts";
import { inWorkspace, type Session, workspaceOfKey } from "../session.ts";
import { listKeys } from "../store/keys.ts";
import { revokeKey, updateKey } from "../update-key.ts";
import type { Column } from "../view.ts";
import { type Surroundings, shows, WORKSPACE_OPTION } from "./command.ts";

type ShownKey = Key & { readonly secret?: string };

const COLUMNS: readonly Column<ShownKey>[] = [
	["ID", "id"],
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
	["At a time", "concurrent"],
];
const CARD = [...COLUMNS, ...LIMITS];

export function addKeys(program: Command, around: Surroundings): void {
	const keys = program
		.command("keys")
		.description("API keys: what a program may do, in whose name, how often");
	addCreate(keys, around);
	addList(keys, around);
	addUpdate(keys, around);
	addRevoke(keys, around);
}

function addCreate(keys: Command, around: Surroundings): void {
	const command = keys
		.command("create")
		.description("make a key; its secret is printed once and never again")
		.option(...WORKSPACE_OPTION)
		.requiredOption("--owner <agent>", "the agent in whose name it writes")
		.requiredOption("--plan <plan>", PLAN_NAMES.join(", "))
		.requiredOption("--scopes <scopes>", scopesHelp)
		.option("--expires-at <date>", "2027-01-31 or 2027-01-31T09:30:00Z");
	shows(
		withLimits(command),
		around,
		[["Secret", "secret"], ...CARD],
		(session, { workspace, owner = "", plan = "", scopes = "", ...options }) =>
			inWorkspace<ShownKey>(session, workspace, (tx, workspaceId) =>
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

function addList(keys: Command, around: Surroundings): void {
	shows(
		keys
			.command("list")
			.description(
				"show the keys of a workspace, revoked ones included, and the hour of their last use",
			)
			.option(...WORKSPACE_OPTION),
		around,
		COLUMNS,
		(session, { workspace }) =>
			inWorkspace<ShownKey[]>(session, workspace, async (tx, workspaceId) =>
				(await listKeys(tx, workspaceId)).map(keyFromRow),
			),
	);
}

function addUpdate(keys: Command, around: Surroundings): void {
	const command = keys
		.command("update <key>")
		.description("change a key; what is not given stays as it is")
		.option("--plan <plan>", PLAN_NAMES.join(", "))
		.option("--scopes <scopes>", scopesHelp)
		.option("--expires-at <date>", "a date, a time, or never");
	shows(withLimits(command), around, CARD, (session, change) =>
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

function addRevoke(keys: Command, around: Surroundings): void {
	const command = keys
		.command("revoke <key>")
		.description("end a key for good; gateways refuse it within 5 s");
	shows(command, around, CARD, (session) =>
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

const scopesHelp = `${SCOPES.join(", ")} (separated by commas), or all`;

function withLimits(command: Command): Command {
	const limit = "or default: as many as the plan allows";
	return command
		.option("--per-minute <number>", `requests a minute, ${limit}`)
		.option("--burst <number>", `requests in 10 seconds, ${limit}`)
		.option("--per-day <number>", `requests a day, unlimited, ${limit}`)
		.option("--concurrent <number>", `requests at a time, ${limit}`);
}
