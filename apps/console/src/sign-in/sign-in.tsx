import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Credentials, hasExpired, signIn } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { Field, Input } from "../design/field.tsx";
import { useForm } from "../design/use-form.ts";
import { CodeStep } from "./code-step.tsx";
import { Forgotten } from "./forgotten.tsx";
import { SignInForm, SignInFrame, SignInLinks } from "./frame.tsx";
import { ProviderButton, useProviderError } from "./provider.tsx";
import { codeOf } from "./refusal.ts";
import { useSignInText } from "./text.ts";

type Step = "password" | "code" | "forgotten";

/** Asks who is there, at the address that was opened: it shows itself after that. */
export function SignIn({
	first = "password",
	onDone,
}: {
	readonly first?: Step;
	readonly onDone?: () => void;
}) {
	const [step, setStep] = useState(first);
	const [given, setGiven] = useState({ email: "", password: "" });
	const back = () => setStep("password");
	const submit = async (credentials: Credentials) => {
		await signIn(credentials);
		onDone?.();
	};
	if (step === "forgotten")
		return <Forgotten email={given.email} onBack={back} />;
	if (step === "code")
		return (
			<CodeStep onCode={(code) => submit({ ...given, code })} onBack={back} />
		);
	return (
		<PasswordStep
			email={given.email}
			onSubmit={async (email, password) => {
				setGiven({ email, password });
				try {
					await submit({ email, password });
				} catch (refusal) {
					if (codeOf(refusal) !== "second_factor_required") throw refusal;
					setStep("code");
				}
			}}
			onForgotten={(email) => {
				setGiven({ email, password: "" });
				setStep("forgotten");
			}}
		/>
	);
}

function PasswordStep({
	email,
	onSubmit,
	onForgotten,
}: {
	readonly email: string;
	readonly onSubmit: (email: string, password: string) => Promise<void>;
	readonly onForgotten: (email: string) => void;
}) {
	const text = useSignInText();
	const providerError = useProviderError();
	const isExpired = useQuery(hasExpired).data ?? false;
	const [typed, setTyped] = useState(email);
	const form = useForm((values) =>
		onSubmit(values.text("email"), values.exact("password")),
	);
	return (
		<SignInFrame title={text("signIn.title")}>
			{isExpired && <p role="status">{text("signIn.expired")}</p>}
			{providerError && form.failure === undefined && (
				<p role="alert">{providerError}</p>
			)}
			<SignInForm form={form} submit={text("signIn.submit")}>
				<Field label={text("field.email")}>
					<Input
						name="email"
						type="email"
						autoComplete="username"
						value={typed}
						onChange={({ target }) => setTyped(target.value)}
						required
					/>
				</Field>
				<Field label={text("signIn.password")}>
					<Input
						name="password"
						type="password"
						autoComplete="current-password"
						required
					/>
				</Field>
			</SignInForm>
			<ProviderButton />
			<SignInLinks>
				<Button kind="quiet" small onClick={() => onForgotten(typed)}>
					{text("signIn.forgotten")}
				</Button>
			</SignInLinks>
		</SignInFrame>
	);
}
