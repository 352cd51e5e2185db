import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { redeemLink, session } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { useForm } from "../design/use-form.ts";
import { CodeStep } from "./code-step.tsx";
import { SignInForm, SignInFrame, SignInLinks } from "./frame.tsx";
import { isWeak, NewPasswordField } from "./new-password-field.tsx";
import { codeOf, useRefusal } from "./refusal.ts";
import { SignIn } from "./sign-in.tsx";
import { useSignInText } from "./text.ts";

/** The link is in the fragment, which no server is sent. */
function useLink() {
	const [link] = useState(
		() => new URLSearchParams(location.hash.slice(1)).get("link") ?? "",
	);
	return link;
}

function useRedeem() {
	const navigate = useNavigate();
	return async (link: string, password?: string, code?: string) => {
		await redeemLink(link, password, code);
		await navigate({ to: "/", replace: true });
	};
}

/** `/sign-in#link=…` signs in at once; without a link it is the form. */
export function SignInPage() {
	const link = useLink();
	return link ? <SignInLink link={link} /> : <SignInForHome />;
}

function SignInForHome() {
	const navigate = useNavigate();
	const query = useQuery(session);
	const { data } = query;
	if (data === undefined)
		return query.isError ? <Failed query={query} /> : null;
	return data ? (
		<Navigate to="/" replace />
	) : (
		<SignIn onDone={() => void navigate({ to: "/", replace: true })} />
	);
}

function SignInLink({ link }: { readonly link: string }) {
	const text = useSignInText();
	const sentenceOf = useRefusal();
	const redeem = useRedeem();
	const [failure, setFailure] = useState<unknown>();
	const isUsed = useRef(false);
	useEffect(() => {
		// A link is good for one use, and React's strict mode runs effects twice.
		if (isUsed.current) return;
		isUsed.current = true;
		redeem(link).catch(setFailure);
	});
	if (isInvalid(failure)) return <InvalidLink purpose="signIn" />;
	return (
		<SignInFrame title={text("signIn.title")}>
			{failure === undefined ? (
				<Skeleton lines={2} />
			) : (
				<p role="alert">{sentenceOf(failure)}</p>
			)}
		</SignInFrame>
	);
}

export const InvitationPage = () => <NewPasswordPage purpose="invited" />;
export const ResetPage = () => <NewPasswordPage purpose="reset" />;

/** `/accept-invitation#link=…` and `/reset-password#link=…`: a new password signs in. */
function NewPasswordPage({
	purpose,
}: {
	readonly purpose: "invited" | "reset";
}) {
	const text = useSignInText();
	const link = useLink();
	const redeem = useRedeem();
	const [password, setPassword] = useState("");
	const [needsCode, setNeedsCode] = useState(false);
	const form = useForm(async (values) => {
		const chosen = values.exact("password");
		setPassword(chosen);
		try {
			await redeem(link, chosen);
		} catch (refusal) {
			if (codeOf(refusal) !== "second_factor_required") throw refusal;
			setNeedsCode(true);
		}
	});
	if (!link || isInvalid(form.failure))
		return <InvalidLink purpose={purpose} />;
	if (needsCode)
		return (
			<CodeStep
				onCode={(code) => redeem(link, password, code)}
				onBack={() => setNeedsCode(false)}
			/>
		);
	return (
		<SignInFrame
			title={text(`password.${purpose}`)}
			lead={text(`password.${purpose}Lead`)}
		>
			<SignInForm
				form={form}
				submit={text("password.save")}
				isShownAtField={isWeak(form.failure)}
			>
				<NewPasswordField failure={form.failure} />
			</SignInForm>
		</SignInFrame>
	);
}

const isInvalid = (failure: unknown) => codeOf(failure) === "invalid_link";

/** Says what can be done with a link that is good no longer. */
function InvalidLink({
	purpose,
}: {
	readonly purpose: "signIn" | "invited" | "reset";
}) {
	const text = useSignInText();
	const navigate = useNavigate();
	const [next, setNext] = useState<"password" | "forgotten">();
	if (next)
		return (
			<SignIn
				first={next}
				onDone={() => void navigate({ to: "/", replace: true })}
			/>
		);
	return (
		<SignInFrame title={text("link.title")} lead={text(`link.${purpose}`)}>
			{purpose === "reset" && (
				<Button kind="primary" onClick={() => setNext("forgotten")}>
					{text("link.another")}
				</Button>
			)}
			<SignInLinks>
				<Button kind="quiet" small onClick={() => setNext("password")}>
					{text("signIn.withPassword")}
				</Button>
			</SignInLinks>
		</SignInFrame>
	);
}
