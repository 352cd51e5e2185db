import type { Conversation } from "@supportdesk/client";
import type { ReactNode } from "react";
import { Badge, type Tone } from "../design/badge.tsx";
import { IconButton } from "../design/button.tsx";
import { Menu, MenuItem, MenuTitle } from "../design/menu.tsx";
import { Row } from "../design/row.tsx";
import { PRIORITIES } from "../inbox/views.ts";
import { useLanguage, useText } from "../language/language.tsx";
import { INTENTS, intentName } from "./intent-name.ts";
import styles from "./signals.module.css";
import { type ShownChange, useTicketChange } from "./ticket-change.ts";

const URGENCY_TONES: Readonly<Record<string, Tone>> = {
	urgent: "danger",
	high: "warning",
};
const SENTIMENT_TONES: Readonly<Record<string, Tone>> = {
	frustrated: "danger",
	positive: "success",
};

const SENTIMENTS = ["frustrated", "neutral", "positive"] as const;

/** What the desk has read out of the ticket, how sure it is, and a way to say that it is wrong. */
export function Signals({
	conversation: { id, ai, priority },
}: {
	readonly conversation: Conversation;
}) {
	const { text, language } = useLanguage();
	const change = useTicketChange(id);
	const percent = Math.round(ai.confidence);
	// Imported history is not read, and a new ticket is not for a moment.
	const isRead = ai.confidence > 0;
	const correct = (changes: ShownChange) =>
		change(changes, text("signals.corrected"));
	return (
		<dl className={styles.signals}>
			<Row label={text("signals.intent")}>
				<span className={styles.correctable}>
					{isRead ? intentName(ai.intent, language) : text("signals.unread")}
					<CorrectionMenu of="intent">
						{INTENTS.map((intent) => (
							<MenuItem
								key={intent}
								checked={isRead && intent === ai.intent}
								onSelect={() => correct({ signals: { intent } })}
							>
								{intentName(intent, language)}
							</MenuItem>
						))}
					</CorrectionMenu>
				</span>
				{isRead && (
					<span className={styles.confidence}>
						<meter
							min={0}
							max={100}
							value={percent}
							aria-label={text("signals.confidence", { percent })}
						/>
						{text("signals.percent", { percent })}
					</span>
				)}
			</Row>
			<Row label={text("signals.urgency")}>
				<span className={styles.correctable}>
					<Badge tone={URGENCY_TONES[ai.urgency]}>
						{text(`priority.${ai.urgency}`)}
					</Badge>
					<CorrectionMenu of="urgency">
						{PRIORITIES.map((value) => (
							<MenuItem
								key={value}
								checked={value === priority}
								onSelect={() => correct({ priority: value })}
							>
								{text(`priority.${value}`)}
							</MenuItem>
						))}
					</CorrectionMenu>
				</span>
			</Row>
			<Row label={text("signals.sentiment")}>
				<span className={styles.correctable}>
					<Badge tone={SENTIMENT_TONES[ai.sentiment]}>
						{text(`sentiment.${ai.sentiment}`)}
					</Badge>
					<CorrectionMenu of="sentiment">
						{SENTIMENTS.map((sentiment) => (
							<MenuItem
								key={sentiment}
								checked={sentiment === ai.sentiment}
								onSelect={() => correct({ signals: { sentiment } })}
							>
								{text(`sentiment.${sentiment}`)}
							</MenuItem>
						))}
					</CorrectionMenu>
				</span>
			</Row>
		</dl>
	);
}

function CorrectionMenu({
	of,
	children,
}: {
	readonly of: "intent" | "urgency" | "sentiment";
	readonly children: ReactNode;
}) {
	const text = useText();
	return (
		<Menu
			trigger={
				<IconButton
					className={styles.correct}
					icon="edit"
					label={text(`signals.correct.${of}`)}
				/>
			}
		>
			<MenuTitle>{text(`signals.hint.${of}`)}</MenuTitle>
			{children}
		</Menu>
	);
}
