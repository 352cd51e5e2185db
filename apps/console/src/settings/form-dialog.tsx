import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { useForm, type Values } from "../design/use-form.ts";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import styles from "./form-dialog.module.css";

interface FormDialogProps {
	readonly title: string;
	readonly description?: string;
	readonly children?: ReactNode;
	readonly submit?: string;
	/** What cannot be undone has a button of another colour. */
	readonly isDangerous?: boolean;
	/** Resolves when it is saved; the dialog stays open, and says why, when it is not. */
	readonly onSubmit: (values: Values) => Promise<unknown>;
	/** The sentence for what it was refused with. */
	readonly sentenceOf?: (failure: unknown) => string;
	readonly onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
	const { title, children, submit, onSubmit, onClose } = props;
	const { description, isDangerous, sentenceOf = messageOf } = props;
	const text = useText();
	const form = useForm(async (values) => {
		await onSubmit(values);
		onClose();
	});
	return (
		<Dialog title={title} description={description} onClose={onClose}>
			<form className={styles.form} onSubmit={form.submit}>
				{children}
				{form.failure !== undefined && (
					<p className={styles.error} role="alert">
						{sentenceOf(form.failure)}
					</p>
				)}
				<DialogActions>
					<Button onClick={onClose}>{text("action.cancel")}</Button>
					<Button
						kind={isDangerous ? "danger" : "primary"}
						type="submit"
						disabled={form.isBusy}
					>
						{submit ?? text("action.save")}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	);
}
