import type { ReactNode } from "react";
import styles from "./page.module.css";
import { useTitle } from "./use-title.ts";

/** A view of one column. */
export function Page({
	title,
	lead,
	actions,
	children,
}: {
	readonly title: string;
	readonly lead?: string;
	readonly actions?: ReactNode;
	readonly children: ReactNode;
}) {
	useTitle(title);
	return (
		<div className={styles.page}>
			<div className={styles.column}>
				<header className={styles.header}>
					<div>
						<h1>{title}</h1>
						{lead && <p className={styles.lead}>{lead}</p>}
					</div>
					{actions}
				</header>
				{children}
			</div>
		</div>
	);
}
