import type { Attribute } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { attributes } from "../api/directory.ts";
import { Badge } from "../design/badge.tsx";
import { IconButton } from "../design/button.tsx";
import { shownEntries, typedEntries } from "../design/entries.ts";
import { Field, Input, Select } from "../design/field.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useSettingsText } from "./text.ts";
import { useSave } from "./use-action.ts";

const TYPES = ["string", "number", "boolean", "date", "enum"] as const;

export function Attributes() {
	const text = useSettingsText();
	const query = useQuery(attributes);
	const [edited, setEdited] = useState<Attribute | "new">();
	const [deleted, setDeleted] = useState<Attribute>();
	return (
		<Section
			title={text("settings.attributes")}
			lead={text("attributes.lead")}
			icon="list"
			query={query}
			items={query.data}
			keyOf={({ key }) => key}
			newLabel={text("attributes.new")}
			onNew={() => setEdited("new")}
			row={(attribute) => (
				<SettingsRow
					title={attribute.label ?? attribute.key}
					meta={attribute.values?.join(", ") ?? attribute.description}
					marks={<Badge>{text(`attributes.type.${attribute.type}`)}</Badge>}
				>
					<IconButton
						icon="edit"
						label={text("settings.editOf", { name: attribute.key })}
						onClick={() => setEdited(attribute)}
					/>
					<IconButton
						icon="trash"
						label={text("settings.deleteOf", { name: attribute.key })}
						onClick={() => setDeleted(attribute)}
					/>
				</SettingsRow>
			)}
		>
			{edited && (
				<AttributeDialog
					attribute={edited === "new" ? undefined : edited}
					onClose={() => setEdited(undefined)}
				/>
			)}
			{deleted && (
				<DeleteDialog
					name={deleted.key}
					list="attributes"
					onDelete={() => desk.attributes.delete(deleted.key)}
					onClose={() => setDeleted(undefined)}
				/>
			)}
		</Section>
	);
}

function AttributeDialog({
	attribute,
	onClose,
}: {
	readonly attribute: Attribute | undefined;
	readonly onClose: () => void;
}) {
	const text = useSettingsText();
	const save = useSave("attributes");
	const [type, setType] = useState(attribute?.type ?? "string");
	return (
		<FormDialog
			title={attribute?.key ?? text("attributes.new")}
			onClose={onClose}
			onSubmit={(values) => {
				const choices = typedEntries(
					values.text("values"),
					attribute?.values ?? [],
				);
				const label = values.text("label");
				const shown = type === "enum" && { values: choices };
				return save(
					attribute
						? desk.attributes.update(attribute.key, {
								label: label || null,
								...shown,
							})
						: desk.attributes.create({
								key: values.text("key"),
								type,
								label: label || undefined,
								...shown,
							}),
				);
			}}
		>
			{!attribute && (
				<>
					<Field label={text("attributes.key")}>
						<Input name="key" required />
					</Field>
					<Field label={text("attributes.type")}>
						<Select
							value={type}
							onChange={({ target }) =>
								setType(TYPES.find((each) => each === target.value)!)
							}
						>
							{TYPES.map((each) => (
								<option key={each} value={each}>
									{text(`attributes.type.${each}`)}
								</option>
							))}
						</Select>
					</Field>
				</>
			)}
			<Field label={text("attributes.label")}>
				<Input name="label" defaultValue={attribute?.label ?? ""} />
			</Field>
			{type === "enum" && (
				<Field
					label={text("attributes.values")}
					hint={text("article.tagsHint")}
				>
					<Input
						name="values"
						defaultValue={shownEntries(attribute?.values ?? [])}
						required
					/>
				</Field>
			)}
		</FormDialog>
	);
}
