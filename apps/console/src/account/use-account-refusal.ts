import { codeOf, useRefusal } from "../sign-in/refusal.ts";
import { useAccountText } from "./text.ts";

/** The sentence for what a change of the own account was refused with. */
export function useAccountRefusal(): (failure: unknown) => string {
	const text = useAccountText();
	const sentenceOf = useRefusal();
	return (failure) => {
		const code = codeOf(failure);
		if (code === "invalid_credentials") return text("password.wrong");
		if (code === "second_factor_unavailable") return text("factor.unavailable");
		return sentenceOf(failure);
	};
}
