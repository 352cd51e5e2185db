import { useState } from "react";
import { Button } from "../design/button.tsx";
import { Field, Input } from "../design/field.tsx";
import { useForm } from "../design/use-form.ts";
import styles from "./frame.module.css";
import { SignInForm, SignInFrame, SignInLinks } from "./frame.tsx";
import { useSignInText } from "./text.ts";

/** Asks for the second factor: a code of the app, or a recovery code. */
export function CodeStep({
	onCode,
	onBack,
}: {
	readonly onCode: (code: string) => Promise<void>;
	readonly onBack: () => void;
}) {
	const text = useSignInText();
	const [isRecovery, setRecovery] = useState(false);
	const form = useForm((values) => onCode(values.text("code")));
	return (
		<SignInFrame
			title={text("code.title")}
			lead={text(isRecovery ? "code.recovery" : "code.app")}
		>
			<SignInForm form={form} submit={text("signIn.submit")}>
				<Field label={text(isRecovery ? "code.recoveryCode" : "code.code")}>
					<Input
						key={isRecovery ? "recovery" : "app"}
						className={styles.code}
						name="code"
						inputMode={isRecovery ? "text" : "numeric"}
						autoComplete={isRecovery ? "off" : "one-time-code"}
						autoCapitalize="none"
						spellCheck={false}
						autoFocus
						required
					/>
				</Field>
			</SignInForm>
			<SignInLinks>
				<Button kind="quiet" small onClick={onBack}>
					{text("action.back")}
				</Button>
				<Button kind="quiet" small onClick={() => setRecovery(!isRecovery)}>
					{text(isRecovery ? "code.useApp" : "code.useRecovery")}
				</Button>
			</SignInLinks>
		</SignInFrame>
	);
}
