import type { ReactNode } from "react";
import styles from "./row.module.css";

/** A field of a description list, beside its name. */
export function Row({
	label,
	children,
}: {
	readonly label: string;
	readonly children: ReactNode;
}) {
	return (
		<div className={styles.row}>
			<dt>{label}</dt>
			<dd>{children}</dd>
		</div>
	);
}
