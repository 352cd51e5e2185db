import type { ReactNode } from "react";
import styles from "./empty.module.css";
import { Icon, type IconName } from "./icon.tsx";

/** What a place shows that has nothing to show, and what one can do about it. */
export function Empty({
	icon,
	title,
	children,
}: {
	readonly icon: IconName;
	readonly title: string;
	readonly children?: ReactNode;
}) {
	return (
		<div className={styles.empty}>
			<span className={styles.icon}>
				<Icon name={icon} size={22} />
			</span>
			<p className={styles.title}>{title}</p>
			{children && <div className={styles.text}>{children}</div>}
		</div>
	);
}

/** Lines that stand for what is on its way, in its place and size. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
	return (
		<div className={styles.skeleton} aria-hidden="true">
			{Array.from({ length: lines }, (_, line) => (
				// The lines are all alike and never change places.
				// biome-ignore lint/suspicious/noArrayIndexKey: see above
				<span key={line} />
			))}
		</div>
	);
}
