import type { Account, Agent } from "@supportdesk/client";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { Checkbox, Field, Input, Select } from "../design/field.tsx";
import { useToasts } from "../design/toasts.tsx";
import type { Values } from "../design/use-form.ts";
import { isLanguage, LANGUAGES, useLanguage } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import { ROLES } from "./agent-row.tsx";
import { useAgentsText } from "./agents-text.ts";
import { FormDialog } from "./form-dialog.tsx";
import { useSave } from "./use-action.ts";

function invitationOf(values: Values) {
	const language = values.text("language");
	return {
		role: ROLES.find((role) => role === values.text("role")) ?? "agent",
		language: isLanguage(language) ? language : undefined,
	};
}

/** Renames an agent, or creates one, who is invited at once if wanted. The address stays: it signs in. */
export function AgentDialog({
	agent,
	onClose,
}: {
	readonly agent: Agent | undefined;
	readonly onClose: () => void;
}) {
	const text = useAgentsText();
	const { warn } = useToasts();
	const save = useSave("agents", "accounts");
	const [isInvited, setInvited] = useState(true);
	const create = async (values: Values) => {
		const name = values.text("name");
		const email = values.text("email");
		const created = await desk.agents.create({ name, email });
		if (!isInvited) return;
		// The agent exists by now, so that the form cannot be sent again.
		await desk.agents
			.invite(created.id, invitationOf(values))
			.catch((error) =>
				warn(`${text("agents.notInvited", { name })} ${messageOf(error)}`),
			);
	};
	return (
		<FormDialog
			title={agent?.name ?? text("agents.new")}
			submit={agent ? undefined : text("action.create")}
			onClose={onClose}
			onSubmit={(values) =>
				save<unknown>(
					agent
						? desk.agents.update(agent.id, { name: values.text("name") })
						: create(values),
				)
			}
		>
			<Field label={text("field.name")}>
				<Input name="name" defaultValue={agent?.name} required />
			</Field>
			{!agent && (
				<>
					<Field label={text("field.email")}>
						<Input name="email" type="email" required />
					</Field>
					<Checkbox
						label={text("agents.inviteNow")}
						checked={isInvited}
						onChange={({ target }) => setInvited(target.checked)}
					/>
				</>
			)}
			{!agent && isInvited && <InvitationFields chosen="agent" />}
		</FormDialog>
	);
}

/** Mails a link with which an agent chooses a password. */
export function InviteDialog({
	agent: { id, name, email },
	account,
	onClose,
}: {
	readonly agent: Agent;
	readonly account: Account | undefined;
	readonly onClose: () => void;
}) {
	const text = useAgentsText();
	const save = useSave("accounts");
	return (
		<FormDialog
			title={text("agents.inviteTitle", { name })}
			description={text("agents.inviteHint", { email })}
			submit={text("agents.sendInvitation")}
			onClose={onClose}
			onSubmit={(values) =>
				save(
					desk.agents.invite(id, invitationOf(values)),
					text("agents.invitationSent", { email }),
				)
			}
		>
			<InvitationFields chosen={account?.role ?? "agent"} />
		</FormDialog>
	);
}

/** Takes something away that an account signs in with. */
export function RemovalDialog({
	what,
	agent: { id, name },
	onClose,
}: {
	readonly what: "removeFactor" | "unlinkProvider";
	readonly agent: Agent;
	readonly onClose: () => void;
}) {
	const text = useAgentsText();
	const save = useSave("accounts");
	const { accounts } = desk;
	return (
		<FormDialog
			title={text(`agents.${what}Title`, { name })}
			description={text(`agents.${what}Hint`)}
			submit={text(`agents.${what}`)}
			isDangerous
			onClose={onClose}
			onSubmit={() =>
				save(
					what === "removeFactor"
						? accounts.resetSecondFactor(id)
						: accounts.unlinkProvider(id),
					text(`agents.${what}Done`, { name }),
				)
			}
		/>
	);
}

function InvitationFields({
	chosen,
}: {
	readonly chosen: (typeof ROLES)[number];
}) {
	const text = useAgentsText();
	const { language } = useLanguage();
	return (
		<>
			<Field label={text("agents.role")} hint={text("agents.roleHint")}>
				<Select name="role" defaultValue={chosen}>
					{ROLES.map((each) => (
						<option key={each} value={each}>
							{text(`role.${each}`)}
						</option>
					))}
				</Select>
			</Field>
			<Field label={text("agents.language")}>
				<Select name="language" defaultValue={language}>
					{Object.entries(LANGUAGES).map(([code, name]) => (
						<option key={code} value={code} lang={code}>
							{name}
						</option>
					))}
				</Select>
			</Field>
		</>
	);
}
