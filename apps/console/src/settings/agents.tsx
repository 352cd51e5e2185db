import type { Agent } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { agents } from "../api/directory.ts";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { Field, Input } from "../design/field.tsx";
import { useText } from "../language/language.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useAction, useSave } from "./use-action.ts";

export function Agents() {
	const text = useText();
	const { data } = useQuery(agents);
	const [edited, setEdited] = useState<Agent | "new">();
	const run = useAction("agents");
	return (
		<Section
			title={text("settings.agents")}
			lead={text("agents.lead")}
			icon="user"
			items={data}
			keyOf={({ id }) => id}
			newLabel={text("agents.new")}
			onNew={() => setEdited("new")}
			row={(agent) => (
				<SettingsRow
					title={agent.name}
					meta={agent.email}
					marks={
						agent.deactivated_at && (
							<Badge>{text("settings.deactivated")}</Badge>
						)
					}
				>
					<IconButton
						icon="edit"
						label={text("settings.editOf", { name: agent.name })}
						onClick={() => setEdited(agent)}
					/>
					{!agent.deactivated_at && (
						<Button
							kind="quiet"
							small
							onClick={() => void run(() => desk.agents.delete(agent.id))}
						>
							{text("settings.deactivate")}
						</Button>
					)}
				</SettingsRow>
			)}
		>
			{edited && (
				<AgentDialog
					agent={edited === "new" ? undefined : edited}
					onClose={() => setEdited(undefined)}
				/>
			)}
		</Section>
	);
}

function AgentDialog({
	agent,
	onClose,
}: {
	readonly agent: Agent | undefined;
	readonly onClose: () => void;
}) {
	const text = useText();
	const save = useSave("agents");
	return (
		<FormDialog
			title={agent?.name ?? text("agents.new")}
			onClose={onClose}
			onSubmit={(values) => {
				const body = { name: values.text("name"), email: values.text("email") };
				return save(
					agent ? desk.agents.update(agent.id, body) : desk.agents.create(body),
				);
			}}
		>
			<Field label={text("field.name")}>
				<Input name="name" defaultValue={agent?.name} required />
			</Field>
			<Field label={text("field.email")}>
				<Input name="email" type="email" defaultValue={agent?.email} required />
			</Field>
		</FormDialog>
	);
}
