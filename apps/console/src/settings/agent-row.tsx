import type { Account, Agent } from "@supportdesk/client";
import { desk } from "../api/desk.ts";
import { useMe } from "../api/directory.ts";
import { Avatar } from "../design/avatar.tsx";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { Menu, MenuItem, MenuLine, MenuTitle } from "../design/menu.tsx";
import { Time } from "../design/time.tsx";
import { useAgentsText } from "./agents-text.ts";
import { SettingsRow } from "./section.tsx";
import { useAction } from "./use-action.ts";

export const ROLES = ["agent", "admin"] as const;

/** What opens a dialog. */
export type AgentAction = "edit" | "invite" | "removeFactor" | "unlinkProvider";

interface AgentProps {
	readonly agent: Agent;
	/** Undefined for an agent who cannot sign in. */
	readonly account: Account | undefined;
	readonly onAction: (action: AgentAction) => void;
}

export function AgentRow(props: AgentProps) {
	const { agent, account, onAction } = props;
	const text = useAgentsText();
	const { name, email, deactivated_at } = agent;
	const isOpen = account?.status !== "active" && !deactivated_at;
	return (
		<SettingsRow
			picture={<Avatar name={name} />}
			title={name}
			meta={
				<>
					{email}
					{account?.last_sign_in_at && (
						<>
							{" · "}
							{text("agents.signedIn")}{" "}
							<Time at={account.last_sign_in_at} ago />
						</>
					)}
				</>
			}
			marks={<Marks agent={agent} account={account} />}
		>
			{isOpen && (
				<Button kind="quiet" small onClick={() => onAction("invite")}>
					{text(account ? "agents.inviteAgain" : "agents.invite")}
				</Button>
			)}
			<AgentMenu {...props} />
		</SettingsRow>
	);
}

function Marks({ agent, account }: Pick<AgentProps, "agent" | "account">) {
	const text = useAgentsText();
	const me = useMe();
	if (agent.deactivated_at)
		return <Badge>{text("settings.deactivated")}</Badge>;
	if (!account) return <Badge>{text("agents.noAccount")}</Badge>;
	return (
		<>
			{agent.id === me?.owner.id && <Badge>{text("agents.you")}</Badge>}
			{account.role === "admin" && (
				<Badge tone="accent">{text("role.admin")}</Badge>
			)}
			{account.status === "invited" && (
				<Badge tone="warning">{text("agents.invited")}</Badge>
			)}
			{account.second_factor && (
				<Badge tone="success">{text("agents.secondFactor")}</Badge>
			)}
			{account.provider_linked && <Badge>{text("agents.provider")}</Badge>}
		</>
	);
}

/** What can be done with an agent. Admins do not lock themselves out: of their own role, another decides. */
function AgentMenu({ agent, account, onAction }: AgentProps) {
	const text = useAgentsText();
	const me = useMe();
	const isOther = agent.id !== me?.owner.id;
	return (
		<Menu
			trigger={
				<IconButton
					icon="more"
					label={text("agents.actions", { name: agent.name })}
				/>
			}
		>
			<MenuItem icon="edit" onSelect={() => onAction("edit")}>
				{text("action.edit")}
			</MenuItem>
			{isOther && account?.second_factor && (
				<MenuItem icon="key" onSelect={() => onAction("removeFactor")}>
					{text("agents.removeFactor")}
				</MenuItem>
			)}
			{isOther && account?.provider_linked && (
				<MenuItem icon="globe" onSelect={() => onAction("unlinkProvider")}>
					{text("agents.unlinkProvider")}
				</MenuItem>
			)}
			{isOther && <Activity agent={agent} />}
			{isOther && account && !agent.deactivated_at && (
				<Roles agent={agent} account={account} />
			)}
		</Menu>
	);
}

function Activity({ agent: { id, name, deactivated_at } }: { agent: Agent }) {
	const text = useAgentsText();
	const run = useAction("agents", "accounts");
	const activate = () =>
		void run(
			() => desk.agents.update(id, { deactivated: false }),
			text("agents.reactivated", { name }),
		);
	if (deactivated_at)
		return (
			<MenuItem icon="undo" onSelect={activate}>
				{text("agents.reactivate")}
			</MenuItem>
		);
	return (
		<MenuItem
			icon="archive"
			onSelect={() =>
				void run(
					() => desk.agents.delete(id),
					text("agents.deactivated", { name }),
					activate,
				)
			}
		>
			{text("settings.deactivate")}
		</MenuItem>
	);
}

function Roles({
	agent: { id, name },
	account,
}: {
	readonly agent: Agent;
	readonly account: Account;
}) {
	const text = useAgentsText();
	const run = useAction("accounts");
	return (
		<>
			<MenuLine />
			<MenuTitle>{text("agents.role")}</MenuTitle>
			{ROLES.map((role) => (
				<MenuItem
					key={role}
					checked={account.role === role}
					onSelect={() =>
						void run(
							() => desk.accounts.update(id, { role }),
							text("agents.roleChanged", { name, role: text(`role.${role}`) }),
						)
					}
				>
					{text(`role.${role}`)}
				</MenuItem>
			))}
		</>
	);
}
