import type { Webhook } from "@supportdesk/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { Checkbox, Field, Input } from "../design/field.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { Deliveries } from "./deliveries.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useSettingsText } from "./text.ts";
import { useAction, useSave } from "./use-action.ts";

type EventType = Parameters<typeof desk.webhooks.create>[0]["types"][number];

/** A program may have chosen single types as well. */
const KINDS: readonly EventType[] = [
	"ticket.*",
	"message.*",
	"draft.*",
	"contact.*",
	"article.*",
	"gap.*",
	"knowledge.*",
	"agent.*",
	"group.*",
	"webhook.*",
	"mail.*",
];

const webhooks = queryOptions({
	queryKey: ["webhooks"],
	queryFn: ({ signal }) =>
		Array.fromAsync(desk.webhooks.list({ limit: 100 }, { signal })),
});

export function Webhooks() {
	const text = useSettingsText();
	const query = useQuery(webhooks);
	const [edited, setEdited] = useState<Webhook | "new">();
	const [secret, setSecret] = useState<string>();
	const [opened, setOpened] = useState<string>();
	const run = useAction("webhooks");
	const [deleted, setDeleted] = useState<Webhook>();
	return (
		<Section
			title={text("settings.webhooks")}
			lead={text("webhooks.lead")}
			icon="webhook"
			query={query}
			items={query.data}
			keyOf={({ id }) => id}
			newLabel={text("webhooks.new")}
			onNew={() => setEdited("new")}
			row={(webhook) => (
				<>
					<SettingsRow
						title={webhook.url}
						meta={webhook.types.join(", ")}
						marks={<State webhook={webhook} />}
					>
						<Button
							kind="quiet"
							small
							aria-expanded={opened === webhook.id}
							onClick={() =>
								setOpened(opened === webhook.id ? undefined : webhook.id)
							}
						>
							{text("webhooks.deliveries")}
						</Button>
						<Button
							kind="quiet"
							small
							onClick={() =>
								void run(() =>
									desk.webhooks.update(webhook.id, {
										enabled: !webhook.enabled,
									}),
								)
							}
						>
							{text(webhook.enabled ? "webhooks.disable" : "webhooks.enable")}
						</Button>
						<IconButton
							icon="edit"
							label={text("settings.editOf", { name: webhook.url })}
							onClick={() => setEdited(webhook)}
						/>
						<IconButton
							icon="trash"
							label={text("settings.deleteOf", { name: webhook.url })}
							onClick={() => setDeleted(webhook)}
						/>
					</SettingsRow>
					{opened === webhook.id && (
						<Deliveries webhookId={webhook.id} onSecret={setSecret} />
					)}
				</>
			)}
		>
			{edited && (
				<WebhookDialog
					webhook={edited === "new" ? undefined : edited}
					onSecret={setSecret}
					onClose={() => setEdited(undefined)}
				/>
			)}
			{secret && (
				<SecretDialog
					title={text("webhooks.secret")}
					hint={text("webhooks.secretHint")}
					secret={secret}
					onClose={() => setSecret(undefined)}
				/>
			)}
			{deleted && (
				<DeleteDialog
					name={deleted.url}
					list="webhooks"
					onDelete={() => desk.webhooks.delete(deleted.id)}
					onClose={() => setDeleted(undefined)}
				/>
			)}
		</Section>
	);
}

function State({ webhook }: { readonly webhook: Webhook }) {
	const text = useSettingsText();
	const { enabled, disabled_reason } = webhook;
	if (disabled_reason)
		return (
			<Badge tone="danger">
				{text(`webhooks.disabled.${disabled_reason}`)}
			</Badge>
		);
	return enabled ? null : <Badge>{text("webhooks.off")}</Badge>;
}

function WebhookDialog({
	webhook,
	onSecret,
	onClose,
}: {
	readonly webhook: Webhook | undefined;
	readonly onSecret: (secret: string) => void;
	readonly onClose: () => void;
}) {
	const text = useSettingsText();
	const save = useSave("webhooks");
	const chosen = (webhook?.types ?? ["ticket.*"]) as readonly EventType[];
	const kinds = [...new Set([...KINDS, ...chosen])];
	return (
		<FormDialog
			title={webhook ? text("webhooks.edit") : text("webhooks.new")}
			submit={webhook ? text("action.save") : text("action.create")}
			onClose={onClose}
			onSubmit={async (values) => {
				const common = {
					url: values.text("url"),
					types: kinds.filter((kind) => values.all("types").includes(kind)),
				};
				const description = values.text("description");
				if (webhook) {
					const changes = { ...common, description: description || null };
					await save(desk.webhooks.update(webhook.id, changes));
					return;
				}
				const created = await save(
					desk.webhooks.create({
						...common,
						...(description && { description }),
					}),
				);
				onSecret(created.secret);
			}}
		>
			<Field label={text("webhooks.url")} hint={text("webhooks.urlHint")}>
				<Input name="url" type="url" defaultValue={webhook?.url} required />
			</Field>
			<Field label={text("field.description")}>
				<Input
					name="description"
					maxLength={255}
					defaultValue={webhook?.description ?? ""}
				/>
			</Field>
			<fieldset>
				<legend>{text("webhooks.types")}</legend>
				{kinds.map((kind) => (
					<div key={kind}>
						<Checkbox
							name="types"
							value={kind}
							label={kind}
							defaultChecked={chosen.includes(kind)}
						/>
					</div>
				))}
			</fieldset>
		</FormDialog>
	);
}
