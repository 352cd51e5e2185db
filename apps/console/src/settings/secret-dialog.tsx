import { useRef } from "react";
import { Button } from "../design/button.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { Field, Input } from "../design/field.tsx";
import { useCopy } from "../design/use-copy.ts";
import { useText } from "../language/language.tsx";

/** Shows a secret, which the desk shows only once. */
export function SecretDialog({
	title,
	hint,
	secret,
	onClose,
}: {
	readonly title: string;
	readonly hint: string;
	readonly secret: string;
	readonly onClose: () => void;
}) {
	const text = useText();
	const copyText = useCopy();
	const field = useRef<HTMLInputElement>(null);
	const copy = () => {
		field.current?.select();
		return copyText(secret);
	};
	return (
		<Dialog title={title} description={hint} stays onClose={onClose}>
			<Field label={title}>
				<Input ref={field} readOnly value={secret} />
			</Field>
			<DialogActions>
				<Button icon="copy" onClick={() => void copy()}>
					{text("settings.copy")}
				</Button>
				<Button kind="primary" onClick={onClose}>
					{text("settings.kept")}
				</Button>
			</DialogActions>
		</Dialog>
	);
}
