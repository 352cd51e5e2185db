import { SignInError } from "../api/session.ts";
import { messageOf } from "../language/message-of.ts";
import { type SignInTextKey, useSignInText } from "./text.ts";

const SENTENCES: Readonly<Record<string, SignInTextKey>> = {
	invalid_credentials: "signIn.wrong",
	invalid_second_factor: "code.wrong",
	weak_password: "password.weak",
};

/** Why a call of `/auth` was refused, as a code; undefined for what is no refusal. */
export function codeOf(failure: unknown): string | undefined {
	return failure instanceof SignInError ? failure.code : undefined;
}

/** The sentence for what a call of `/auth` was refused with. */
export function useRefusal(): (failure: unknown) => string {
	const text = useSignInText();
	return (failure) => {
		if (failure instanceof SignInError && failure.retryAfterSeconds)
			return text("signIn.tooMany", { count: failure.retryAfterSeconds });
		const key = SENTENCES[codeOf(failure) ?? ""];
		return key ? text(key) : messageOf(failure);
	};
}
