import type { ApiKey } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { keys, useMe } from "../api/directory.ts";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { Checkbox, Field, Input } from "../design/field.tsx";
import { Time } from "../design/time.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { Section, SettingsRow } from "./section.tsx";
import { useSettingsText } from "./text.ts";
import { useAction, useSave } from "./use-action.ts";

export function Keys() {
	const text = useSettingsText();
	const query = useQuery(keys);
	const [isNew, setNew] = useState(false);
	const [secret, setSecret] = useState<string>();
	const [revoked, setRevoked] = useState<ApiKey>();
	const run = useAction("keys");
	return (
		<Section
			title={text("settings.keys")}
			lead={text("keys.lead")}
			icon="key"
			query={query}
			items={query.data}
			keyOf={({ id }) => id}
			newLabel={text("keys.new")}
			onNew={() => setNew(true)}
			row={(key) => (
				<SettingsRow
					title={key.name ?? key.masked}
					meta={<Meta apiKey={key} />}
					marks={
						key.revoked_at && (
							<Badge tone="danger">{text("keys.revoked")}</Badge>
						)
					}
				>
					{!key.revoked_at && (
						<>
							<Button
								kind="quiet"
								small
								onClick={async () => {
									const rotated = await run(() => desk.keys.rotate(key.id));
									setSecret(rotated?.secret);
								}}
							>
								{text("keys.rotate")}
							</Button>
							<Button kind="quiet" small onClick={() => setRevoked(key)}>
								{text("keys.revoke")}
							</Button>
						</>
					)}
				</SettingsRow>
			)}
		>
			{isNew && (
				<KeyDialog onSecret={setSecret} onClose={() => setNew(false)} />
			)}
			{revoked && (
				<RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
			)}
			{secret && (
				<SecretDialog
					title={text("keys.secret")}
					hint={text("keys.secretHint")}
					secret={secret}
					onClose={() => setSecret(undefined)}
				/>
			)}
		</Section>
	);
}

function Meta({ apiKey }: { readonly apiKey: ApiKey }) {
	const text = useSettingsText();
	return (
		<>
			{apiKey.masked} · {text("keys.scopes", { count: apiKey.scopes.length })} ·{" "}
			{apiKey.last_used_at ? (
				<>
					{text("keys.used")} <Time at={apiKey.last_used_at} ago />
				</>
			) : (
				text("keys.neverUsed")
			)}
		</>
	);
}

function RevokeDialog({
	apiKey: { id, name, masked },
	onClose,
}: {
	readonly apiKey: ApiKey;
	readonly onClose: () => void;
}) {
	const text = useSettingsText();
	const save = useSave("keys");
	return (
		<FormDialog
			title={text("keys.revokeTitle", { name: name ?? masked })}
			description={text("keys.revokeHint")}
			submit={text("keys.revoke")}
			isDangerous
			onSubmit={() => save(desk.keys.revoke(id), text("keys.revoked"))}
			onClose={onClose}
		/>
	);
}

function KeyDialog({
	onSecret,
	onClose,
}: {
	readonly onSecret: (secret: string) => void;
	readonly onClose: () => void;
}) {
	const text = useSettingsText();
	const me = useMe();
	const save = useSave("keys");
	// A key has at most the scopes of who creates it.
	const scopes = me?.scopes ?? [];
	return (
		<FormDialog
			title={text("keys.new")}
			submit={text("action.create")}
			onClose={onClose}
			onSubmit={async (values) => {
				const chosen = values.all("scopes");
				const created = await save(
					desk.keys.create({
						name: values.text("name") || undefined,
						scopes: scopes.filter((scope) => chosen.includes(scope)),
					}),
				);
				onSecret(created.secret);
			}}
		>
			<Field label={text("field.name")}>
				<Input name="name" />
			</Field>
			<fieldset>
				<legend>{text("keys.scopesTitle")}</legend>
				{scopes.map((scope) => (
					<div key={scope}>
						<Checkbox
							name="scopes"
							value={scope}
							label={scope}
							defaultChecked={scope === "tickets:read"}
						/>
					</div>
				))}
			</fieldset>
		</FormDialog>
	);
}
