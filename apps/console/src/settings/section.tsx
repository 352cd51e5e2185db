import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed, type Fetched } from "../design/failed.tsx";
import type { IconName } from "../design/icon.tsx";
import { useText } from "../language/language.tsx";
import styles from "./section.module.css";

interface SectionProps<T> {
	readonly title: string;
	readonly lead: string;
	readonly icon: IconName;
	/** What they are fetched by. */
	readonly query: Fetched;
	/** Undefined while they are on their way. */
	readonly items: readonly T[] | undefined;
	readonly keyOf: (item: T) => string;
	readonly row: (item: T) => ReactNode;
	readonly newLabel?: string;
	readonly onNew?: () => void;
	/** Other buttons beside the title. */
	readonly actions?: ReactNode;
	readonly children?: ReactNode;
}

/** A part of the settings: what there is, and a way to add to it. */
export function Section<T>(props: SectionProps<T>) {
	const { title, lead, icon, query, items, keyOf, row, children } = props;
	const text = useText();
	return (
		<section className={styles.section} aria-label={title}>
			<header className={styles.header}>
				<div>
					<h2>{title}</h2>
					<p>{lead}</p>
				</div>
				{props.onNew && (
					<Button kind="primary" icon="plus" onClick={props.onNew}>
						{props.newLabel}
					</Button>
				)}
				{props.actions}
			</header>
			{query.isError ? (
				<Failed query={query} />
			) : items === undefined ? (
				<Skeleton lines={5} />
			) : items.length === 0 ? (
				<Empty icon={icon} title={text("settings.none")} />
			) : (
				<ul className={styles.items}>
					{items.map((item) => (
						<li key={keyOf(item)}>{row(item)}</li>
					))}
				</ul>
			)}
			{children}
		</section>
	);
}

/** A line of a part: what it is, more about it, and what can be done with it. */
export function SettingsRow({
	picture,
	title,
	meta,
	marks,
	children,
}: {
	readonly picture?: ReactNode;
	readonly title: ReactNode;
	readonly meta?: ReactNode;
	readonly marks?: ReactNode;
	/** Its buttons. */
	readonly children?: ReactNode;
}) {
	return (
		<div className={styles.row}>
			{picture}
			<div className={styles.text}>
				<p className={styles.title}>
					<span>{title}</span>
					{marks}
				</p>
				{meta && <p className={styles.meta}>{meta}</p>}
			</div>
			<div className={styles.actions}>{children}</div>
		</div>
	);
}
