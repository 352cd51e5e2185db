import { ROLES, type Role } from "@supportdesk/accounts/role.ts";
import type { Command } from "commander";
import { AdminError } from "../admin-error.ts";
import { changeAccount, type ShownAccount } from "../change-account.ts";
import { type AccountLink, createAccountLink } from "../create-account-link.ts";
import { inActiveWorkspace, inWorkspace } from "../session.ts";
import type { Column } from "../view.ts";
import {
	addAction,
	type CommandContext,
	type Options,
	WORKSPACE_OPTION,
} from "./command.ts";

const LINK_COLUMNS: readonly Column<AccountLink>[] = [
	["Agent", "agent_id"],
	["E-mail", "email"],
	["Role", "role"],
	["Link", "url"],
	["Works until", "expires_at"],
];
const ACCOUNT_COLUMNS: readonly Column<ShownAccount>[] = [
	["Agent", "agent_id"],
	["E-mail", "email"],
	["Role", "role"],
	["Second factor", "second_factor"],
	["Linked to the provider", "provider_linked"],
];

const AGENT_OPTION = ["--agent <id>", "the agent"] as const;
const URL_OPTION = [
	"--url <address>",
	"address of the console; by default PUBLIC_URL, or that of the Support Desk that runs on this machine",
] as const;

/** What agents sign in to the console with: commands below `agents`. */
export function addAccounts(agents: Command, context: CommandContext): void {
	const link = (purpose: "invitation" | "sign_in") =>
		[
			context,
			LINK_COLUMNS,
			(session, options) =>
				inActiveWorkspace(session, options.workspace, (tx, workspaceId) => {
					const role = parseRole(options);
					return createAccountLink(tx, {
						...{ workspaceId, purpose, agentId: options.agent ?? "" },
						role: role ?? "agent",
						changesRole: role !== undefined,
						publicUrl: parseAddress(options.url ?? session.consoleUrl),
						now: session.now(),
					});
				}),
		] as Link;
	addAction(
		agents
			.command("invite")
			.description("print a link with which an agent sets a password, once")
			.option(...WORKSPACE_OPTION)
			.requiredOption(...AGENT_OPTION)
			.option(
				"--role <role>",
				"agent or admin; by default that of the account, and agent for a new one",
			)
			.option(...URL_OPTION),
		...link("invitation"),
	);
	addAction(
		agents
			.command("sign-in-link")
			.description("print a link that signs an agent in, once")
			.option(...WORKSPACE_OPTION)
			.requiredOption(...AGENT_OPTION)
			.option(...URL_OPTION),
		...link("sign_in"),
	);
	addAction(
		agents
			.command("set-role")
			.description("let an agent do less or more in the console")
			.option(...WORKSPACE_OPTION)
			.requiredOption(...AGENT_OPTION)
			.requiredOption("--role <role>", "agent or admin"),
		context,
		ACCOUNT_COLUMNS,
		(session, options) =>
			inWorkspace(session, options.workspace, (tx, workspaceId) => {
				const change = { role: parseRole(options)! };
				const { agent = "" } = options;
				return changeAccount(tx, workspaceId, agent, change, session.now());
			}),
	);
	addAction(
		agents
			.command("reset-second-factor")
			.description("turn the second factor of an agent off who has lost it")
			.option(...WORKSPACE_OPTION)
			.requiredOption(...AGENT_OPTION),
		context,
		ACCOUNT_COLUMNS,
		(session, { workspace, agent = "" }) =>
			inWorkspace(session, workspace, (tx, workspaceId) => {
				const change = { secondFactor: false } as const;
				return changeAccount(tx, workspaceId, agent, change, session.now());
			}),
	);
	addAction(
		agents
			.command("unlink-provider")
			.description(
				"unlink an agent from its person of the OpenID Connect provider",
			)
			.option(...WORKSPACE_OPTION)
			.requiredOption(...AGENT_OPTION),
		context,
		ACCOUNT_COLUMNS,
		(session, { workspace, agent = "" }) =>
			inWorkspace(session, workspace, (tx, workspaceId) => {
				const change = { provider: false } as const;
				return changeAccount(tx, workspaceId, agent, change, session.now());
			}),
	);
}

type Link = [
	CommandContext,
	readonly Column<AccountLink>[],
	Parameters<typeof addAction<AccountLink>>[3],
];

/** @throws AdminError */
function parseRole({ role }: Options): Role | undefined {
	if (role === undefined) return undefined;
	const known = ROLES.find((each) => each === role);
	if (!known)
		throw new AdminError(`There is no role ${role}: agent and admin are.`);
	return known;
}

/** @throws AdminError */
function parseAddress(text: string): string {
	if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
	throw new AdminError(`${text} is not an address of http or https.`);
}
