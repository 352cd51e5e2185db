import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import type { FormState } from "../design/use-form.ts";
import { useTitle } from "../design/use-title.ts";
import styles from "./frame.module.css";
import { useRefusal } from "./refusal.ts";

/** A page for who is not signed in. */
export function SignInFrame({
	title,
	lead,
	children,
}: {
	readonly title: string;
	readonly lead?: string;
	readonly children?: ReactNode;
}) {
	useTitle(title);
	return (
		<main className={styles.page}>
			<div className={styles.card}>
				<img src="/icon.svg" alt="Support Desk" width="40" height="40" />
				<header className={styles.header}>
					<h1>{title}</h1>
					{lead && <p>{lead}</p>}
				</header>
				{children}
			</div>
		</main>
	);
}

/** The form of such a page, and why it was refused, if not at a field. */
export function SignInForm({
	form,
	submit,
	children,
	isShownAtField = false,
}: {
	readonly form: FormState;
	readonly submit: string;
	readonly children: ReactNode;
	readonly isShownAtField?: boolean;
}) {
	const sentenceOf = useRefusal();
	return (
		<form onSubmit={form.submit}>
			{children}
			{form.failure !== undefined && !isShownAtField && (
				<p role="alert">{sentenceOf(form.failure)}</p>
			)}
			<Button kind="primary" type="submit" disabled={form.isBusy}>
				{submit}
			</Button>
		</form>
	);
}

/** What else can be done on such a page. */
export function SignInLinks({ children }: { readonly children: ReactNode }) {
	return <div className={styles.links}>{children}</div>;
}
