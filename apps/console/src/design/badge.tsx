import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./classes.ts";

export type Tone = "neutral" | "accent" | "danger" | "warning" | "success";

export function Badge({
	tone = "neutral",
	children,
	title,
}: {
	readonly tone?: Tone;
	readonly children: ReactNode;
	readonly title?: string;
}) {
	return (
		<span className={classes(styles.badge, styles[tone])} title={title}>
			{children}
		</span>
	);
}

/** The key that does something. */
export function Kbd({ children }: { readonly children: ReactNode }) {
	return <kbd className={styles.kbd}>{children}</kbd>;
}
