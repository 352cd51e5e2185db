import { memo, type PointerEvent } from "react";
import { usePresentAgents } from "../conversation/use-present-agents.ts";
import { Avatar } from "../design/avatar.tsx";
import { Badge } from "../design/badge.tsx";
import { classes } from "../design/classes.ts";
import { Icon } from "../design/icon.tsx";
import { Time } from "../design/time.tsx";
import { useText } from "../language/language.tsx";
import styles from "./inbox-row.module.css";
import type { Row } from "./rows.ts";

export const ROW_PX = 68;
const TAGS_MAX = 2;
const PRESENT_MAX = 3;

interface InboxRowProps {
	readonly row: Row;
	readonly isCurrent: boolean;
	readonly isSelected: boolean;
	readonly onOpen: (id: string) => void;
	/** A range begins at the row that was toggled before. */
	readonly onToggle: (id: string, isRange?: boolean) => void;
	readonly onRest: (id: string, event: PointerEvent) => void;
}

export const InboxRow = memo(function InboxRow({
	row,
	isCurrent,
	isSelected,
	onOpen,
	onToggle,
	onRest,
}: InboxRowProps) {
	const text = useText();
	return (
		<div
			className={classes(
				styles.row,
				isCurrent && styles.current,
				isSelected && styles.selected,
				row.waitingSince !== null && styles.waiting,
				row.left && styles.left,
			)}
			data-ticket={row.id}
		>
			<input
				type="checkbox"
				className={styles.check}
				aria-label={text("inbox.selectRow", { subject: row.subject })}
				checked={isSelected}
				onChange={({ nativeEvent }) =>
					onToggle(
						row.id,
						nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
					)
				}
			/>
			<button
				type="button"
				className={styles.open}
				aria-current={isCurrent ? "true" : undefined}
				onClick={() => onOpen(row.id)}
				onPointerEnter={(event) => onRest(row.id, event)}
			>
				<span className={styles.top}>
					<span className={styles.contact} dir="auto">
						{row.contact}
					</span>
					<Present id={row.id} />
					<span className={styles.at}>
						<Time at={row.at} />
					</span>
				</span>
				<span className={styles.bottom}>
					<span className={styles.subject} dir="auto">
						{row.subject}
					</span>
					<Marks row={row} />
				</span>
			</button>
		</div>
	);
});

/** Who else is at it, so that no two agents begin the same answer. */
function Present({ id }: { readonly id: string }) {
	return usePresentAgents(id)
		.slice(0, PRESENT_MAX)
		.map(({ agent_id, state, name, label }) => (
			<span
				key={agent_id}
				className={classes(styles.present, state === "typing" && styles.typing)}
				title={label}
			>
				<Avatar name={name} small />
				<span className="visually-hidden">{label}</span>
			</span>
		));
}

/** What one needs to know before opening it. */
function Marks({ row }: { readonly row: Row }) {
	const text = useText();
	return (
		<span className={styles.marks}>
			{row.tags.slice(0, TAGS_MAX).map((tag) => (
				<span key={tag} className={styles.tag}>
					{tag}
				</span>
			))}
			{row.priority === "urgent" && (
				<Badge tone="danger">{text("priority.urgent")}</Badge>
			)}
			{row.priority === "high" && (
				<Badge tone="warning">{text("priority.high")}</Badge>
			)}
			{row.status !== "open" && <Badge>{text(`status.${row.status}`)}</Badge>}
			{row.draftReady && (
				<span className={styles.draft} title={text("inbox.draftReady")}>
					<Icon name="draft" size={15} />
					<span className="visually-hidden">{text("inbox.draftReady")}</span>
				</span>
			)}
			{row.assignee && (
				<span title={row.assignee}>
					<Avatar name={row.assignee} small />
					<span className="visually-hidden">{row.assignee}</span>
				</span>
			)}
		</span>
	);
}
