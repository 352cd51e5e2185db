import { type FormEvent, type ReactNode, useState } from "react";
import { messageOf } from "../api/desk.ts";
import { Button } from "../design/button.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { useText } from "../language/language.tsx";
import styles from "./form-dialog.module.css";

/** What a form holds, by the names of its fields. */
export interface Values {
	/** Trimmed; empty for what is not there. */
	text(name: string): string;
	all(name: string): string[];
	isOn(name: string): boolean;
}

interface FormDialogProps {
	readonly title: string;
	readonly children: ReactNode;
	readonly submit?: string;
	/** Resolves when it is saved; the dialog stays open, and says why, when it is not. */
	readonly onSubmit: (values: Values) => Promise<unknown>;
	readonly onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
	const { title, children, submit, onSubmit, onClose } = props;
	const text = useText();
	const [error, setError] = useState<string>();
	const [isBusy, setBusy] = useState(false);
	const save = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		setBusy(true);
		setError(undefined);
		try {
			await onSubmit({
				text: (name) => String(data.get(name) ?? "").trim(),
				all: (name) => data.getAll(name).map(String),
				isOn: (name) => data.has(name),
			});
			onClose();
		} catch (failure) {
			setError(messageOf(failure));
			setBusy(false);
		}
	};
	return (
		<Dialog title={title} onClose={onClose}>
			<form className={styles.form} onSubmit={save}>
				{children}
				{error && (
					<p className={styles.error} role="alert">
						{error}
					</p>
				)}
				<DialogActions>
					<Button onClick={onClose}>{text("action.cancel")}</Button>
					<Button kind="primary" type="submit" disabled={isBusy}>
						{submit ?? text("action.save")}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	);
}
