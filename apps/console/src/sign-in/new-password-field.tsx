import { useState } from "react";
import { Checkbox, Field, Input } from "../design/field.tsx";
import { codeOf, useRefusal } from "./refusal.ts";
import { useSignInText } from "./text.ts";

const CHARACTERS_MIN = 10;

/** Where a password is chosen: `password` in the form. */
export function NewPasswordField({ failure }: { readonly failure: unknown }) {
	const text = useSignInText();
	const sentenceOf = useRefusal();
	const [isShown, setShown] = useState(false);
	return (
		<>
			<Field
				label={text("password.new")}
				hint={text("password.rule")}
				error={isWeak(failure) ? sentenceOf(failure) : null}
			>
				<Input
					name="password"
					type={isShown ? "text" : "password"}
					autoComplete="new-password"
					minLength={CHARACTERS_MIN}
					required
				/>
			</Field>
			<Checkbox
				label={text("password.show")}
				checked={isShown}
				onChange={({ target }) => setShown(target.checked)}
			/>
		</>
	);
}

export const isWeak = (failure: unknown) => codeOf(failure) === "weak_password";
