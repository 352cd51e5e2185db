import type { GroupDetails } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { agents, groups, useActiveAgents } from "../api/directory.ts";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { Checkbox, Field, Input } from "../design/field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useSettingsText } from "./text.ts";
import { useAction, useSave } from "./use-action.ts";

export function Groups() {
	const text = useSettingsText();
	const query = useQuery(groups);
	const { data: everyone = [] } = useQuery(agents);
	const [edited, setEdited] = useState<GroupDetails | "new">();
	const run = useAction("groups");
	const namesOf = ({ agent_ids }: GroupDetails) =>
		everyone
			.filter(({ id }) => agent_ids.includes(id))
			.map(({ name }) => name)
			.join(", ");
	return (
		<Section
			title={text("settings.groups")}
			lead={text("groups.lead")}
			icon="users"
			query={query}
			items={query.data}
			keyOf={({ id }) => id}
			newLabel={text("groups.new")}
			onNew={() => setEdited("new")}
			row={(group) => (
				<SettingsRow
					title={group.name}
					meta={namesOf(group) || text("groups.empty")}
					marks={
						group.deactivated_at && (
							<Badge>{text("settings.deactivated")}</Badge>
						)
					}
				>
					<IconButton
						icon="edit"
						label={text("settings.editOf", { name: group.name })}
						onClick={() => setEdited(group)}
					/>
					<Button
						kind="quiet"
						small
						onClick={() =>
							void run(() =>
								group.deactivated_at
									? desk.groups.update(group.id, { deactivated: false })
									: desk.groups.delete(group.id),
							)
						}
					>
						{text(
							group.deactivated_at
								? "groups.reactivate"
								: "settings.deactivate",
						)}
					</Button>
				</SettingsRow>
			)}
		>
			{edited && (
				<GroupDialog
					group={edited === "new" ? undefined : edited}
					onClose={() => setEdited(undefined)}
				/>
			)}
		</Section>
	);
}

function GroupDialog({
	group,
	onClose,
}: {
	readonly group: GroupDetails | undefined;
	readonly onClose: () => void;
}) {
	const text = useSettingsText();
	const everyone = useActiveAgents();
	// Deactivated members, and all of them while the agents are on their way.
	const others =
		group?.agent_ids.filter((id) => !everyone.some((each) => each.id === id)) ??
		[];
	const save = useSave("groups");
	return (
		<FormDialog
			title={group?.name ?? text("groups.new")}
			onClose={onClose}
			onSubmit={(values) => {
				const body = {
					name: values.text("name"),
					agent_ids: [...others, ...values.all("agent_ids")],
				};
				return save(
					group ? desk.groups.update(group.id, body) : desk.groups.create(body),
				);
			}}
		>
			<Field label={text("field.name")}>
				<Input name="name" defaultValue={group?.name} required />
			</Field>
			<fieldset>
				<legend>{text("settings.agents")}</legend>
				{everyone.map(({ id, name }) => (
					<div key={id}>
						<Checkbox
							name="agent_ids"
							value={id}
							label={name}
							defaultChecked={group?.agent_ids.includes(id)}
						/>
					</div>
				))}
			</fieldset>
		</FormDialog>
	);
}
