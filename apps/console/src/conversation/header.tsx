import type { Conversation } from "@supportdesk/client";
import { useState } from "react";
import { desk } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { Badge } from "../design/badge.tsx";
import { Button, IconButton, withKey } from "../design/button.tsx";
import { Menu, MenuItem, MenuLine } from "../design/menu.tsx";
import { useToasts } from "../design/toasts.tsx";
import { useCopy } from "../design/use-copy.ts";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import { AssigneeMenu } from "./assignee-menu.tsx";
import styles from "./header.module.css";
import { MergeDialog } from "./merge-dialog.tsx";
import { PresentAgents } from "./present-agents.tsx";
import { useTicketChange } from "./ticket-change.ts";

interface HeaderProps {
	readonly conversation: Conversation;
	readonly isAssigning: boolean;
	readonly onAssigning: (open: boolean) => void;
	readonly onBack: () => void;
	readonly onResolve: () => void;
	readonly onDetails: () => void;
}

const TONES = {
	open: "accent",
	pending: "warning",
	resolved: "success",
	archived: "neutral",
} as const;

export function Header(props: HeaderProps) {
	const { conversation, isAssigning, onAssigning, onBack, onResolve } = props;
	const text = useText();
	const { status } = conversation;
	const resolving = text(
		status === "resolved" ? "action.reopen" : "action.resolve",
	);
	return (
		<header className={styles.header}>
			<IconButton
				className={styles.back}
				icon="left"
				label={text("action.back")}
				shortcut="Esc"
				onClick={onBack}
			/>
			<div className={styles.titles}>
				<h2 className={styles.subject} dir="auto" title={conversation.subject}>
					{conversation.subject}
				</h2>
				<p className={styles.line}>
					<Badge tone={TONES[status]}>{text(`status.${status}`)}</Badge>
					<span className={styles.name} dir="auto">
						{conversation.contact.name}
					</span>
					<span className={styles.address}>{conversation.contact.email}</span>
				</p>
			</div>
			<PresentAgents id={conversation.id} />
			<div className={styles.actions}>
				<AssigneeMenu
					conversation={conversation}
					open={isAssigning}
					onOpenChange={onAssigning}
				/>
				<Button
					kind={status === "resolved" ? "plain" : "primary"}
					icon={status === "resolved" ? "undo" : "check"}
					title={withKey(resolving, "e")}
					onClick={onResolve}
				>
					<span className={styles.label}>{resolving}</span>
				</Button>
				<MoreMenu conversation={conversation} onBack={onBack} />
				<IconButton
					icon="side"
					label={text("conversation.details")}
					onClick={props.onDetails}
				/>
			</div>
		</header>
	);
}

function MoreMenu({
	conversation: { id, status },
	onBack,
}: Pick<HeaderProps, "conversation" | "onBack">) {
	const text = useText();
	const { say, warn } = useToasts();
	const change = useTicketChange(id);
	const copy = useCopy();
	const [isMerging, setMerging] = useState(false);
	const remove = async () => {
		try {
			await desk.tickets.delete(id);
			onBack();
			void queryClient.resetQueries({ queryKey: ["inbox"] });
			say(text("done.deleted"), () => {
				void desk.tickets.restore(id).then(
					() => queryClient.resetQueries({ queryKey: ["inbox"] }),
					(error) => warn(messageOf(error)),
				);
			});
		} catch (error) {
			warn(messageOf(error));
		}
	};
	return (
		<>
			<Menu trigger={<IconButton icon="more" label={text("action.more")} />}>
				<MenuItem
					icon="clock"
					disabled={status === "pending"}
					onSelect={() => change({ status: "pending" }, text("done.pending"))}
				>
					{text("action.pend")}
				</MenuItem>
				<MenuItem icon="merge" onSelect={() => setMerging(true)}>
					{text("action.merge")}
				</MenuItem>
				<MenuItem
					icon="copy"
					onSelect={() => void copy(location.href, text("done.copied"))}
				>
					{text("action.copyLink")}
				</MenuItem>
				<MenuLine />
				<MenuItem icon="trash" onSelect={remove}>
					{text("action.delete")}
				</MenuItem>
			</Menu>
			{isMerging && <MergeDialog id={id} onClose={() => setMerging(false)} />}
		</>
	);
}
