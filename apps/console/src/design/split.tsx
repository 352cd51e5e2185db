import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./split.module.css";
import { useTitle } from "./use-title.ts";

interface SplitProps {
	readonly title: string;
	/** Beside the title. */
	readonly actions?: ReactNode;
	/** Below the title: a search, a filter. */
	readonly tools?: ReactNode;
	readonly list: ReactNode;
	/** What is chosen; on a small screen it takes the place of the list. */
	readonly detail?: ReactNode;
	readonly placeholder?: ReactNode;
}

/** A list with what is chosen in it beside it. */
export function Split(props: SplitProps) {
	const { title, actions, tools, list, detail, placeholder } = props;
	useTitle(title);
	return (
		<div className={classes(styles.split, detail ? styles.open : undefined)}>
			<section className={styles.side} aria-label={title}>
				<header className={styles.header}>
					<h1>{title}</h1>
					{actions}
				</header>
				{tools && <div className={styles.tools}>{tools}</div>}
				<div className={styles.list}>{list}</div>
			</section>
			<div className={styles.detail}>{detail ?? placeholder}</div>
		</div>
	);
}

/** A line of the list: a title, what else there is to say, and a mark. */
export function SplitItem({
	title,
	meta,
	mark,
}: {
	readonly title: string;
	readonly meta: ReactNode;
	readonly mark?: ReactNode;
}) {
	return (
		<span className={styles.item}>
			<span className={styles.itemTitle} dir="auto">
				{title}
			</span>
			{mark}
			<span className={styles.meta}>{meta}</span>
		</span>
	);
}
