import type { Mailbox } from "@supportdesk/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { useActiveGroups } from "../api/directory.ts";
import { Badge } from "../design/badge.tsx";
import { IconButton } from "../design/button.tsx";
import { Checkbox, Field, Input, Select, TextArea } from "../design/field.tsx";
import type { Values } from "../design/use-form.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useSettingsText } from "./text.ts";
import { useSave } from "./use-action.ts";

const INTAKES = ["smtp", "imap", "api"] as const;

const mailboxes = queryOptions({
	queryKey: ["mailboxes"],
	queryFn: ({ signal }) =>
		Array.fromAsync(desk.mailboxes.list({ limit: 100 }, { signal })),
});

export function Mailboxes() {
	const text = useSettingsText();
	const query = useQuery(mailboxes);
	const [edited, setEdited] = useState<Mailbox | "new">();
	const [deleted, setDeleted] = useState<Mailbox>();
	return (
		<Section
			title={text("settings.mailboxes")}
			lead={text("mailboxes.lead")}
			icon="mail"
			query={query}
			items={query.data}
			keyOf={({ id }) => id}
			newLabel={text("mailboxes.new")}
			onNew={() => setEdited("new")}
			row={(mailbox) => (
				<SettingsRow
					title={mailbox.address}
					meta={mailbox.imap?.error ?? mailbox.name}
					marks={
						<Badge tone={mailbox.imap?.error ? "danger" : "neutral"}>
							{text(`mailboxes.intake.${mailbox.intake}`)}
						</Badge>
					}
				>
					<IconButton
						icon="edit"
						label={text("settings.editOf", { name: mailbox.address })}
						onClick={() => setEdited(mailbox)}
					/>
					<IconButton
						icon="trash"
						label={text("settings.deleteOf", { name: mailbox.address })}
						onClick={() => setDeleted(mailbox)}
					/>
				</SettingsRow>
			)}
		>
			{edited && (
				<MailboxDialog
					mailbox={edited === "new" ? undefined : edited}
					onClose={() => setEdited(undefined)}
				/>
			)}
			{deleted && (
				<DeleteDialog
					name={deleted.address}
					hint={text("mailboxes.deleteHint")}
					list="mailboxes"
					onDelete={() => desk.mailboxes.delete(deleted.id)}
					onClose={() => setDeleted(undefined)}
				/>
			)}
		</Section>
	);
}

function contentOf(values: Values) {
	return {
		name: values.text("name") || undefined,
		signature: values.text("signature"),
		intake: INTAKES.find((each) => each === values.text("intake"))!,
		auto_reply: {
			enabled: values.isOn("auto_reply"),
			body: values.text("auto_reply_body"),
		},
		imap_url: values.text("imap_url") || undefined,
	};
}

function MailboxDialog({
	mailbox,
	onClose,
}: {
	readonly mailbox: Mailbox | undefined;
	readonly onClose: () => void;
}) {
	const text = useSettingsText();
	const save = useSave("mailboxes");
	const all = useActiveGroups(mailbox?.group_id);
	const [intake, setIntake] = useState(mailbox?.intake ?? "smtp");
	// The form would have none while the groups are on their way.
	const [groupId, setGroupId] = useState(mailbox?.group_id ?? "");
	return (
		<FormDialog
			title={mailbox?.address ?? text("mailboxes.new")}
			onClose={onClose}
			onSubmit={(values) => {
				const content = { ...contentOf(values), group_id: groupId || null };
				return save(
					mailbox
						? desk.mailboxes.update(mailbox.id, content)
						: desk.mailboxes.create({
								...content,
								address: values.text("address"),
							}),
				);
			}}
		>
			{!mailbox && (
				<Field label={text("field.email")}>
					<Input name="address" type="email" required />
				</Field>
			)}
			<Field label={text("mailboxes.name")}>
				<Input
					name="name"
					defaultValue={mailbox?.name}
					required={mailbox !== undefined}
				/>
			</Field>
			<Field label={text("field.group")}>
				<Select
					value={groupId}
					onChange={({ target }) => setGroupId(target.value)}
				>
					<option value="">{text("group.none")}</option>
					{all.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</Select>
			</Field>
			<Field label={text("mailboxes.intake")}>
				<Select
					name="intake"
					value={intake}
					onChange={({ target }) =>
						setIntake(INTAKES.find((each) => each === target.value)!)
					}
				>
					{INTAKES.map((each) => (
						<option key={each} value={each}>
							{text(`mailboxes.intake.${each}`)}
						</option>
					))}
				</Select>
			</Field>
			{intake === "imap" && (
				<Field label={text("mailboxes.imap")} hint={text("mailboxes.imapHint")}>
					<Input
						name="imap_url"
						placeholder="imaps://user:password@mail.example/INBOX"
						required={mailbox?.intake !== "imap"}
					/>
				</Field>
			)}
			<Field label={text("mailboxes.signature")}>
				<TextArea name="signature" rows={3} defaultValue={mailbox?.signature} />
			</Field>
			<Checkbox
				name="auto_reply"
				label={text("mailboxes.autoReply")}
				defaultChecked={mailbox?.auto_reply.enabled}
			/>
			<Field label={text("mailboxes.autoReplyBody")}>
				<TextArea
					name="auto_reply_body"
					rows={3}
					defaultValue={mailbox?.auto_reply.body}
				/>
			</Field>
		</FormDialog>
	);
}
