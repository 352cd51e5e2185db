import { useState } from "react";
import { requestNewPassword } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { Field, Input } from "../design/field.tsx";
import { useForm } from "../design/use-form.ts";
import { useLanguage } from "../language/language.tsx";
import { SignInForm, SignInFrame, SignInLinks } from "./frame.tsx";
import { useSignInText } from "./text.ts";

/** Has a link for a new password sent. Whether the address has an account is not said. */
export function Forgotten({
	email,
	onBack,
}: {
	readonly email: string;
	readonly onBack: () => void;
}) {
	const text = useSignInText();
	const { language } = useLanguage();
	const [sentTo, setSentTo] = useState<string>();
	const form = useForm(async (values) => {
		const address = values.text("email");
		await requestNewPassword(address, language);
		setSentTo(address);
	});
	const links = (
		<SignInLinks>
			<Button kind="quiet" small onClick={onBack}>
				{text("signIn.withPassword")}
			</Button>
		</SignInLinks>
	);
	if (sentTo !== undefined)
		return (
			<SignInFrame
				title={text("forgotten.sentTitle")}
				lead={text("forgotten.sent", { email: sentTo })}
			>
				{links}
			</SignInFrame>
		);
	return (
		<SignInFrame title={text("forgotten.title")} lead={text("forgotten.lead")}>
			<SignInForm form={form} submit={text("forgotten.submit")}>
				<Field label={text("field.email")}>
					<Input
						name="email"
						type="email"
						autoComplete="username"
						defaultValue={email}
						autoFocus
						required
					/>
				</Field>
			</SignInForm>
			{links}
		</SignInFrame>
	);
}
