import type { Me } from "@supportdesk/client";
import { useState } from "react";
import { callAuth, requestNewPassword } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { Field, Input } from "../design/field.tsx";
import { useToasts } from "../design/toasts.tsx";
import { useLanguage } from "../language/language.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";
import { SettingsRow } from "../settings/section.tsx";
import { NewPasswordField } from "../sign-in/new-password-field.tsx";
import { refreshAccount } from "./own-account.ts";
import { useAccountText } from "./text.ts";
import { useAccountRefusal } from "./use-account-refusal.ts";

export function PasswordRow({ me: { owner, workspace } }: { readonly me: Me }) {
	const { email } = owner;
	const text = useAccountText();
	const { language } = useLanguage();
	const sentenceOf = useAccountRefusal();
	const { say, warn } = useToasts();
	const [isChanging, setChanging] = useState(false);
	const sendLink = () =>
		requestNewPassword(email, language, workspace.id).then(
			() => say(text("password.linkSent", { email })),
			(failure) => warn(sentenceOf(failure)),
		);
	return (
		<>
			<SettingsRow title={text("password.title")} meta={text("password.meta")}>
				<Button kind="quiet" small onClick={() => void sendLink()}>
					{text("password.link")}
				</Button>
				<Button small onClick={() => setChanging(true)}>
					{text("password.change")}
				</Button>
			</SettingsRow>
			{isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
		</>
	);
}

function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
	const text = useAccountText();
	const { say } = useToasts();
	return (
		<FormDialog
			title={text("password.changeTitle")}
			description={text("password.changeHint")}
			sentenceOf={useAccountRefusal()}
			onClose={onClose}
			onSubmit={async (values) => {
				await callAuth("POST", "/auth/password", {
					current_password: values.exact("current_password"),
					new_password: values.exact("password"),
				});
				await refreshAccount();
				say(text("password.changed"));
			}}
		>
			<OwnPassword name="current_password" />
			<NewPasswordField failure={undefined} />
		</FormDialog>
	);
}

/** Whoever finds a browser signed in needs the password for what it protects. */
export function OwnPassword({ name }: { readonly name: string }) {
	const text = useAccountText();
	return (
		<Field label={text("password.current")}>
			<Input
				name={name}
				type="password"
				autoComplete="current-password"
				autoFocus
				required
			/>
		</Field>
	);
}
