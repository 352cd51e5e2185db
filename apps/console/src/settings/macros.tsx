import type { Macro } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { agents, macros } from "../api/directory.ts";
import { Badge } from "../design/badge.tsx";
import { IconButton } from "../design/button.tsx";
import { shownEntries, typedEntries } from "../design/entries.ts";
import { Field, Input, Select, TextArea } from "../design/field.tsx";
import { PRIORITIES } from "../inbox/views.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useSettingsText } from "./text.ts";
import { useSave } from "./use-action.ts";

const STATUSES = ["open", "pending", "resolved"] as const;
/** The choice that takes a ticket from its agent. */
const UNASSIGNED = "unassigned";
const TYPES = ["outbound", "note"] as const;

export function Macros() {
	const text = useSettingsText();
	const query = useQuery(macros);
	const [edited, setEdited] = useState<Macro | "new">();
	const [deleted, setDeleted] = useState<Macro>();
	return (
		<Section
			title={text("settings.macros")}
			lead={text("macros.lead")}
			icon="macro"
			query={query}
			items={query.data}
			keyOf={({ id }) => id}
			newLabel={text("macros.new")}
			onNew={() => setEdited("new")}
			row={(macro) => (
				<SettingsRow
					title={macro.name}
					meta={macro.body?.slice(0, 120)}
					marks={
						macro.changes.status && (
							<Badge>{text(`status.${macro.changes.status}`)}</Badge>
						)
					}
				>
					<IconButton
						icon="edit"
						label={text("settings.editOf", { name: macro.name })}
						onClick={() => setEdited(macro)}
					/>
					<IconButton
						icon="trash"
						label={text("settings.deleteOf", { name: macro.name })}
						onClick={() => setDeleted(macro)}
					/>
				</SettingsRow>
			)}
		>
			{edited && (
				<MacroDialog
					macro={edited === "new" ? undefined : edited}
					onClose={() => setEdited(undefined)}
				/>
			)}
			{deleted && (
				<DeleteDialog
					name={deleted.name}
					list="macros"
					onDelete={() => desk.macros.delete(deleted.id)}
					onClose={() => setDeleted(undefined)}
				/>
			)}
		</Section>
	);
}

function MacroDialog({
	macro,
	onClose,
}: {
	readonly macro: Macro | undefined;
	readonly onClose: () => void;
}) {
	const text = useSettingsText();
	const save = useSave("macros");
	return (
		<FormDialog
			title={macro?.name ?? text("macros.new")}
			onClose={onClose}
			onSubmit={(values) => {
				const status = STATUSES.find((each) => each === values.text("status"));
				const type = TYPES.find((each) => each === values.text("type"))!;
				const priority = PRIORITIES.find(
					(each) => each === values.text("priority"),
				);
				const assignee = values.text("assignee");
				const assignee_id = assignee === UNASSIGNED ? null : assignee;
				const tags = typedEntries(values.text("tags"), macro?.changes.tags);
				const common = {
					name: values.text("name"),
					type,
					changes: {
						...(status && { status }),
						...(priority && { priority }),
						...(assignee_id !== "" && { assignee_id }),
						...(tags.length > 0 && { tags }),
					},
				};
				const body = values.text("body");
				return save(
					macro
						? desk.macros.update(macro.id, { ...common, body: body || null })
						: desk.macros.create({ ...common, ...(body && { body }) }),
				);
			}}
		>
			<Field label={text("field.name")}>
				<Input name="name" defaultValue={macro?.name} required />
			</Field>
			<Field label={text("article.body")} hint={text("macros.bodyHint")}>
				<TextArea name="body" rows={6} defaultValue={macro?.body ?? ""} />
			</Field>
			<Field label={text("macros.type")}>
				<Select name="type" defaultValue={macro?.type}>
					<option value="outbound">{text("composer.reply")}</option>
					<option value="note">{text("composer.note")}</option>
				</Select>
			</Field>
			<ChangeField
				name="status"
				label={text("macros.status")}
				chosen={macro?.changes.status}
				choices={STATUSES.map((each) => [each, text(`status.${each}`)])}
			/>
			<ChangeField
				name="priority"
				label={text("macros.priority")}
				chosen={macro?.changes.priority}
				choices={PRIORITIES.map((each) => [each, text(`priority.${each}`)])}
			/>
			<AssigneeField chosen={macro?.changes.assignee_id} />
			<Field label={text("macros.tags")} hint={text("article.tagsHint")}>
				<Input name="tags" defaultValue={shownEntries(macro?.changes.tags)} />
			</Field>
		</FormDialog>
	);
}

function AssigneeField({
	chosen,
}: {
	readonly chosen: string | null | undefined;
}) {
	const text = useSettingsText();
	const { data: everyone = [] } = useQuery(agents);
	// The chosen one is there from the beginning, or else the field would lose it; it may be deactivated.
	const ids = new Set(chosen ? [chosen] : []);
	for (const { id, deactivated_at } of everyone)
		if (deactivated_at === null) ids.add(id);
	const nameOf = (id: string) =>
		everyone.find((agent) => agent.id === id)?.name ?? "…";
	return (
		<ChangeField
			name="assignee"
			label={text("macros.assignee")}
			chosen={chosen === null ? UNASSIGNED : chosen}
			choices={[
				[UNASSIGNED, text("assignee.none")],
				...[...ids].map((id) => [id, nameOf(id)] as const),
			]}
		/>
	);
}

/** What a macro makes of one property of a ticket, or that it leaves it. */
function ChangeField({
	name,
	label,
	chosen,
	choices,
}: {
	readonly name: string;
	readonly label: string;
	readonly chosen: string | undefined;
	readonly choices: readonly (readonly [value: string, label: string])[];
}) {
	const text = useSettingsText();
	return (
		<Field label={label}>
			<Select name={name} defaultValue={chosen ?? ""}>
				<option value="">{text("macros.same")}</option>
				{choices.map(([value, shown]) => (
					<option key={value} value={value}>
						{shown}
					</option>
				))}
			</Select>
		</Field>
	);
}
