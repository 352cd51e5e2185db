import type { ConversationWithMessages } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type Ref, useState } from "react";
import { attributes, useActiveGroups } from "../api/directory.ts";
import { AttributeRows } from "../attributes/attribute-rows.tsx";
import { Avatar } from "../design/avatar.tsx";
import { IconButton } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { Select } from "../design/field.tsx";
import { Row } from "../design/row.tsx";
import { Time } from "../design/time.tsx";
import { PRIORITIES } from "../inbox/views.ts";
import { useText } from "../language/language.tsx";
import styles from "./details.module.css";
import { History } from "./history.tsx";
import { Signals } from "./signals.tsx";
import { Tags } from "./tags.tsx";
import { useTicketChange } from "./ticket-change.ts";

interface DetailsProps {
	readonly conversation: ConversationWithMessages;
	readonly ref: Ref<HTMLElement>;
	readonly onClose: () => void;
}

/** Everything about a conversation that is not said in it. */
export function Details({ conversation, ref, onClose }: DetailsProps) {
	const text = useText();
	const [tab, setTab] = useState<"details" | "history">("details");
	return (
		<aside
			ref={ref}
			className={styles.details}
			tabIndex={-1}
			aria-label={text("conversation.details")}
		>
			<div className={styles.tabs}>
				{(["details", "history"] as const).map((name) => (
					<button
						key={name}
						type="button"
						aria-pressed={tab === name}
						className={classes(styles.tab, tab === name && styles.current)}
						onClick={() => setTab(name)}
					>
						{text(`conversation.${name}`)}
					</button>
				))}
				<IconButton
					className={styles.close}
					icon="close"
					label={text("action.close")}
					onClick={onClose}
				/>
			</div>
			{tab === "history" ? (
				<History id={conversation.id} />
			) : (
				<>
					<ContactSection conversation={conversation} />
					<TicketSection conversation={conversation} />
					<Section title={text("signals.title")}>
						<Signals conversation={conversation} />
					</Section>
					<Section title={text("field.tags")}>
						<Tags ticket={conversation} />
					</Section>
					<ArticleSection conversation={conversation} />
					<AttributeSection conversation={conversation} />
				</>
			)}
		</aside>
	);
}

type Part = Pick<DetailsProps, "conversation">;

function Section({
	title,
	children,
}: {
	readonly title: string;
	readonly children: ReactNode;
}) {
	return (
		<section className={styles.section}>
			<h3>{title}</h3>
			{children}
		</section>
	);
}

function ContactSection({ conversation: { contact, participants } }: Part) {
	const text = useText();
	return (
		<Section title={text("field.contact")}>
			<Link
				className={styles.contact}
				to="/contacts/$contactId"
				params={{ contactId: contact.id }}
			>
				<Avatar name={contact.name} />
				<span>
					<strong dir="auto">{contact.name}</strong>
					<span>{contact.email}</span>
				</span>
			</Link>
			{participants?.map(({ email, name }) => (
				<p key={email} className={styles.soft}>
					{text("conversation.participant", { name: name || email })}
				</p>
			))}
		</Section>
	);
}

function TicketSection({ conversation }: Part) {
	const text = useText();
	const change = useTicketChange(conversation.id);
	const { priority, group, channel, created_at, waiting_since } = conversation;
	const all = useActiveGroups(group?.id);
	return (
		<Section title={text("field.ticket")}>
			<dl className={styles.fields}>
				<Row label={text("field.priority")}>
					<Select
						aria-label={text("field.priority")}
						value={priority}
						onChange={({ target }) =>
							change(
								{ priority: PRIORITIES.find((each) => each === target.value) },
								text("done.changed"),
							)
						}
					>
						{PRIORITIES.map((value) => (
							<option key={value} value={value}>
								{text(`priority.${value}`)}
							</option>
						))}
					</Select>
				</Row>
				<Row label={text("field.group")}>
					<Select
						aria-label={text("field.group")}
						value={group?.id ?? ""}
						onChange={({ target }) => {
							const chosen = all.find(({ id }) => id === target.value) ?? null;
							change(
								{ group_id: chosen?.id ?? null, group: chosen },
								text("done.changed"),
							);
						}}
					>
						<option value="">{text("group.none")}</option>
						{all.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</Select>
				</Row>
				<Row label={text("field.channel")}>{text(`channel.${channel}`)}</Row>
				<Row label={text("field.created")}>
					<Time at={created_at} exact />
				</Row>
				{waiting_since && (
					<Row label={text("field.waiting")}>
						<Time at={waiting_since} />
					</Row>
				)}
			</dl>
		</Section>
	);
}

function AttributeSection({ conversation }: Part) {
	const text = useText();
	const change = useTicketChange(conversation.id);
	const { data: defined = [] } = useQuery(attributes);
	const values = conversation.custom_attributes;
	if (defined.length + Object.keys(values).length === 0) return null;
	return (
		<Section title={text("field.attributes")}>
			<AttributeRows
				values={values}
				onChange={(custom_attributes) =>
					change({ custom_attributes }, text("done.changed"))
				}
			/>
		</Section>
	);
}

function ArticleSection({ conversation }: Part) {
	const text = useText();
	const { suggested_articles } = conversation.ai;
	if (suggested_articles.length === 0) return null;
	return (
		<Section title={text("field.articles")}>
			<ul className={styles.articles}>
				{suggested_articles.map(({ article_id, title }) => (
					<li key={article_id}>
						<Link to="/knowledge/$articleId" params={{ articleId: article_id }}>
							{title}
						</Link>
					</li>
				))}
			</ul>
		</Section>
	);
}
