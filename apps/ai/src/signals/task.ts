/** The signals that are recognised in a ticket. */
export const TASKS = ["intent", "urgency", "sentiment"] as const;
export type Task = (typeof TASKS)[number];

/** A text with its right label for a task, confirmed by an agent or written by us. */
export interface Example {
	readonly text: string;
	readonly label: string;
	/** Whether it is a whole ticket of ours, which is no neighbour of a short text. */
	readonly isLong?: boolean;
}

/** From most to least urgent. */
export const URGENCIES = ["urgent", "high", "normal", "low"] as const;
export type Urgency = (typeof URGENCIES)[number];

export const SENTIMENTS = [
	"frustrated",
	"neutral",
	"positive",
	"unknown",
] as const;

/** The intent of everything that no other intent fits. */
export const OTHER_INTENT = "other";
/** The sentiment of a text that shows none clearly. */
export const UNKNOWN_SENTIMENT = "unknown";
/** The urgency of a text without any signs of it. */
export const USUAL_URGENCY = "normal";

/** Characters of a ticket that are read; the first lines contain the request. */
const TEXT_LENGTH_MAX = 2_000;

/** Subject and body as one text. A body that begins with the subject says it once. */
export function ticketText(subject: string, body: string): string {
	const start = body.slice(0, TEXT_LENGTH_MAX).trim();
	const title = subject.trim();
	if (start.toLowerCase().startsWith(title.toLowerCase())) return start;
	return `${title}\n${start}`.trim();
}
