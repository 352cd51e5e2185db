import type { ReactNode } from "react";
import styles from "./frame.module.css";

export function SignInFrame({
	title,
	children,
}: {
	readonly title: string;
	readonly children: ReactNode;
}) {
	return (
		<main className={styles.page}>
			<div className={styles.card}>
				<img src="/icon.svg" alt="Support Desk" width="40" height="40" />
				<h1>{title}</h1>
				{children}
			</div>
		</main>
	);
}
