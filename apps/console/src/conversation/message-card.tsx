import type { Message } from "@supportdesk/client";
import { memo, useState } from "react";
import { Avatar } from "../design/avatar.tsx";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { HtmlBody } from "../design/html-body.tsx";
import { Icon } from "../design/icon.tsx";
import { Time } from "../design/time.tsx";
import { useText } from "../language/language.tsx";
import { Attachments } from "./attachments.tsx";
import styles from "./message-card.module.css";
import { TextBody } from "./text-body.tsx";

export const MessageCard = memo(function MessageCard({
	message,
}: {
	readonly message: Message;
}) {
	const text = useText();
	const { author, type } = message;
	return (
		<article
			className={classes(styles.message, styles[type])}
			aria-label={text(`message.by.${type}`, { name: author.name })}
		>
			<header className={styles.header}>
				<Avatar name={author.name} />
				<span className={styles.author} dir="auto">
					{author.name}
				</span>
				<Marks message={message} />
				<span className={styles.at}>
					<Time at={message.created_at} />
				</span>
			</header>
			<div className={styles.body}>
				{message.body_format === "html" ? (
					<HtmlBody html={message.body} attachments={message.attachments} />
				) : (
					<TextBody text={message.body} />
				)}
			</div>
			{message.quoted_text && <Quoted text={message.quoted_text} />}
			<Attachments of={message} />
			{message.error && (
				<p className={styles.error} role="alert">
					<Icon name="warning" size={16} /> {message.error}
				</p>
			)}
		</article>
	);
});

function Marks({ message }: { readonly message: Message }) {
	const text = useText();
	const { type, status, ai_generated, authentication } = message;
	return (
		<>
			{type === "note" && <Badge tone="warning">{text("message.note")}</Badge>}
			{ai_generated && <Badge tone="accent">{text("message.draft")}</Badge>}
			{status === "queued" && <Badge>{text("message.queued")}</Badge>}
			{status === "failed" && (
				<Badge tone="danger">{text("message.failed")}</Badge>
			)}
			{authentication?.dmarc === "fail" && (
				<Badge tone="danger" title={text("message.unverifiedHint")}>
					{text("message.unverified")}
				</Badge>
			)}
		</>
	);
}

/** What a mail repeats of earlier ones, folded. */
function Quoted({ text: quoted }: { readonly text: string }) {
	const text = useText();
	const [isOpen, setOpen] = useState(false);
	return (
		<div className={styles.quoted}>
			<Button
				kind="quiet"
				small
				aria-expanded={isOpen}
				onClick={() => setOpen(!isOpen)}
			>
				{text(isOpen ? "message.hideQuoted" : "message.showQuoted")}
			</Button>
			{isOpen && (
				<blockquote>
					<TextBody text={quoted} />
				</blockquote>
			)}
		</div>
	);
}
