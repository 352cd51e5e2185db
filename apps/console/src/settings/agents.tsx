import type { Agent } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accounts } from "../api/accounts.ts";
import { agents } from "../api/directory.ts";
import { AgentDialog, InviteDialog, RemovalDialog } from "./agent-dialogs.tsx";
import { type AgentAction, AgentRow } from "./agent-row.tsx";
import { useAgentsText } from "./agents-text.ts";
import { Section } from "./section.tsx";

type Opened =
	| { readonly action: AgentAction; readonly agent: Agent }
	| { readonly action: "edit"; readonly agent: undefined };

/** Who answers customers, and what they sign in with. */
export function Agents() {
	const text = useAgentsText();
	const { data } = useQuery(agents);
	const query = useQuery(accounts);
	const byAgent = query.data;
	const [opened, setOpened] = useState<Opened>();
	const close = () => setOpened(undefined);
	return (
		<Section
			title={text("settings.agents")}
			lead={text("agents.lead")}
			icon="user"
			query={query}
			items={byAgent && data}
			keyOf={({ id }) => id}
			newLabel={text("agents.new")}
			onNew={() => setOpened({ action: "edit", agent: undefined })}
			row={(agent) => (
				<AgentRow
					agent={agent}
					account={byAgent?.get(agent.id)}
					onAction={(action) => setOpened({ action, agent })}
				/>
			)}
		>
			{opened?.action === "edit" && (
				<AgentDialog agent={opened.agent} onClose={close} />
			)}
			{opened?.action === "invite" && (
				<InviteDialog
					agent={opened.agent}
					account={byAgent?.get(opened.agent.id)}
					onClose={close}
				/>
			)}
			{(opened?.action === "removeFactor" ||
				opened?.action === "unlinkProvider") && (
				<RemovalDialog
					what={opened.action}
					agent={opened.agent}
					onClose={close}
				/>
			)}
		</Section>
	);
}
