import { type FormEvent, useState } from "react";
import { messageOf } from "../api/desk.ts";
import { SignInError, signIn } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { Field, Input } from "../design/field.tsx";
import { type TextKey, useText } from "../language/language.tsx";
import { SignInFrame } from "./frame.tsx";

const MESSAGES: Readonly<Record<string, TextKey>> = {
	invalid_credentials: "signIn.wrong",
	invalid_second_factor: "signIn.wrongCode",
	second_factor_required: "signIn.codeWanted",
};

/** Asks who is there, at the address that was opened: it shows itself after that. */
export function SignIn() {
	const text = useText();
	const [needsCode, setNeedsCode] = useState(false);
	const [error, setError] = useState<string>();
	const [isBusy, setBusy] = useState(false);
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const value = (name: string) => String(form.get(name) ?? "");
		setBusy(true);
		setError(undefined);
		try {
			await signIn({
				email: value("email"),
				password: value("password"),
				code: value("code") || undefined,
			});
		} catch (failure) {
			const code = failure instanceof SignInError ? failure.code : undefined;
			if (code === "second_factor_required") setNeedsCode(true);
			const key = code && MESSAGES[code];
			setError(key ? text(key) : messageOf(failure));
		} finally {
			setBusy(false);
		}
	};
	return (
		<SignInFrame title={text("signIn.title")}>
			<form onSubmit={submit}>
				<Field label={text("field.email")}>
					<Input name="email" type="email" autoComplete="username" required />
				</Field>
				<Field label={text("signIn.password")}>
					<Input
						name="password"
						type="password"
						autoComplete="current-password"
						required
					/>
				</Field>
				{needsCode && (
					<Field label={text("signIn.code")}>
						<Input
							name="code"
							inputMode="numeric"
							autoComplete="one-time-code"
							autoFocus
							required
						/>
					</Field>
				)}
				{error && <p role="alert">{error}</p>}
				<Button kind="primary" type="submit" disabled={isBusy}>
					{text("signIn.submit")}
				</Button>
			</form>
		</SignInFrame>
	);
}
