import type { Conversation } from "@supportdesk/client";
import { Badge, type Tone } from "../design/badge.tsx";
import { IconButton } from "../design/button.tsx";
import { Menu, MenuItem, MenuTitle } from "../design/menu.tsx";
import { PRIORITIES } from "../inbox/views.ts";
import { useText } from "../language/language.tsx";
import { intentName } from "./intent-name.ts";
import { Row } from "./row.tsx";
import styles from "./signals.module.css";
import { useTicketChange } from "./ticket-change.ts";

const URGENCY_TONES: Readonly<Record<string, Tone>> = {
	urgent: "danger",
	high: "warning",
};
const SENTIMENT_TONES: Readonly<Record<string, Tone>> = {
	frustrated: "danger",
	positive: "success",
};

/** What the desk has read out of the ticket, how sure it is, and a way to say that it is wrong. */
export function Signals({
	conversation: { id, ai, priority },
}: {
	readonly conversation: Conversation;
}) {
	const text = useText();
	const change = useTicketChange(id);
	const percent = Math.round(ai.confidence);
	return (
		<dl className={styles.signals}>
			<Row label={text("signals.intent")}>
				<span>{intentName(ai.intent)}</span>
				<span className={styles.confidence}>
					<meter
						min={0}
						max={100}
						value={percent}
						aria-label={text("signals.confidence", { percent })}
					/>
					{text("signals.percent", { percent })}
				</span>
			</Row>
			<Row label={text("signals.urgency")}>
				<span className={styles.correctable}>
					<Badge tone={URGENCY_TONES[ai.urgency]}>
						{text(`priority.${ai.urgency}`)}
					</Badge>
					<Menu
						trigger={
							<IconButton
								className={styles.correct}
								icon="edit"
								label={text("signals.correct")}
							/>
						}
					>
						<MenuTitle>{text("signals.correctHint")}</MenuTitle>
						{PRIORITIES.map((value) => (
							<MenuItem
								key={value}
								checked={value === priority}
								onSelect={() =>
									change({ priority: value }, text("signals.corrected"))
								}
							>
								{text(`priority.${value}`)}
							</MenuItem>
						))}
					</Menu>
				</span>
			</Row>
			<Row label={text("signals.sentiment")}>
				<Badge tone={SENTIMENT_TONES[ai.sentiment]}>
					{text(`sentiment.${ai.sentiment}`)}
				</Badge>
			</Row>
		</dl>
	);
}
