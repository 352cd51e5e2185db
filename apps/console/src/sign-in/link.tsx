import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../api/desk.ts";
import { redeemLink, SignInError } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/empty.tsx";
import { Field, Input } from "../design/field.tsx";
import { type TextKey, useText } from "../language/language.tsx";
import { SignInFrame } from "./frame.tsx";
import { SignIn } from "./sign-in.tsx";

const PASSWORD_CHARACTERS_MIN = 10;
const MESSAGES: Readonly<Record<string, TextKey>> = {
	invalid_link: "signIn.invalidLink",
	weak_password: "signIn.weakPassword",
};

/** The link is in the fragment, which no server is sent. */
function useLink() {
	const [link] = useState(() =>
		new URLSearchParams(location.hash.slice(1)).get("link"),
	);
	return link;
}

function useRedeem() {
	const text = useText();
	const navigate = useNavigate();
	const [error, setError] = useState<string>();
	const redeem = async (link: string, password?: string) => {
		setError(undefined);
		try {
			await redeemLink(link, password);
			await navigate({ to: "/", replace: true });
		} catch (failure) {
			const code = failure instanceof SignInError ? failure.code : undefined;
			const key = code && MESSAGES[code];
			setError(key ? text(key) : messageOf(failure));
		}
	};
	return { redeem, error };
}

/** `/sign-in#link=…` signs in at once; without a link it is the form. */
export function SignInPage() {
	const text = useText();
	const link = useLink();
	const { redeem, error } = useRedeem();
	const isUsed = useRef(false);
	useEffect(() => {
		// A link is good for one use, and React's strict mode runs effects twice.
		if (!link || isUsed.current) return;
		isUsed.current = true;
		void redeem(link);
	});
	if (!link) return <SignIn />;
	return (
		<SignInFrame title={text("signIn.title")}>
			{error ? <p role="alert">{error}</p> : <Skeleton lines={2} />}
		</SignInFrame>
	);
}

/** `/accept-invitation#link=…` and `/reset-password#link=…`: a new password signs in. */
export function NewPasswordPage() {
	const text = useText();
	const link = useLink();
	const { redeem, error } = useRedeem();
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const password = new FormData(event.currentTarget).get("password");
		void redeem(link ?? "", String(password));
	};
	return (
		<SignInFrame title={text("signIn.newPassword")}>
			<form onSubmit={submit}>
				<Field
					label={text("signIn.password")}
					hint={text("signIn.passwordHint", { count: PASSWORD_CHARACTERS_MIN })}
				>
					<Input
						name="password"
						type="password"
						autoComplete="new-password"
						minLength={PASSWORD_CHARACTERS_MIN}
						required
					/>
				</Field>
				{error && <p role="alert">{error}</p>}
				<Button kind="primary" type="submit">
					{text("signIn.submit")}
				</Button>
			</form>
		</SignInFrame>
	);
}
