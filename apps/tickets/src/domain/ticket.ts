import { later } from "@supportdesk/operations/later.ts";
import type { Participant } from "./incoming-mail.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";

export type TicketStatus = "open" | "pending" | "resolved" | "archived";
export type Priority = "urgent" | "high" | "normal" | "low";

/** What sorting by priority goes by. */
export const PRIORITY_RANK: Readonly<Record<Priority, number>> = {
	urgent: 3,
	high: 2,
	normal: 1,
	low: 0,
};

export type Channel = "email" | "chat" | "widget" | "api" | "phone";

export interface Contact {
	readonly id: string;
	readonly name: string;
	readonly email: string;
	readonly avatarUrl: string | null;
}

export interface Agent {
	readonly id: string;
	readonly name: string;
	readonly email: string;
}

export interface Group {
	readonly id: string;
	readonly name: string;
}

/** What the AI service makes of a ticket's first message. */
export interface Signals {
	readonly intent: string;
	readonly urgency: string;
	readonly sentiment: string;
	/** 0 to 100. */
	readonly confidence: number;
}

/** What a ticket has when the AI service could not say anything in time. */
export const NO_SIGNALS: Signals = {
	intent: "other",
	urgency: "normal",
	sentiment: "unknown",
	confidence: 0,
};

/** A ticket with the names of those it is about. Times are ISO 8601 in UTC, as the API shows them. */
export interface Ticket {
	readonly id: string;
	readonly subject: string;
	readonly status: TicketStatus;
	readonly priority: Priority;
	readonly channel: Channel;
	readonly contact: Contact;
	readonly assignee: Agent | null;
	readonly group: Group | null;
	readonly tags: readonly string[];
	readonly signals: Signals;
	/** The draft that may be approved. */
	readonly readyDraftId: string | null;
	/** JSON text of an object. */
	readonly customAttributesJson: string;
	readonly createdAt: string;
	readonly updatedAt: string;
	readonly resolvedAt: string | null;
	/** The name that another system has for it. */
	readonly externalId: string | null;
	/** The ticket that it was merged into; the messages are there. */
	readonly mergedInto: string | null;
	/** Who gets replies besides the contact. */
	readonly participants: readonly Participant[];
}

/** A ticket and what is known of its messages. */
export interface Conversation extends Ticket {
	/** JSON text of `[{article_id, title, relevance_score}]`. */
	readonly suggestedArticlesJson: string;
	readonly messageCount: number;
	readonly lastMessageAt: string;
	readonly waitingSince: string | null;
}

/** Whether a draft can be of use: the customer waits for an answer, and the ticket is not resolved. */
export function awaitsReply({
	waitingSince,
	resolvedAt,
}: Pick<Conversation, "waitingSince" | "resolvedAt">): boolean {
	return waitingSince !== null && resolvedAt === null;
}

/** The fields a PATCH may change. An absent field stays; null clears. */
export interface TicketPatch {
	readonly subject?: string;
	readonly status?: TicketStatus;
	readonly priority?: Priority;
	readonly assignee?: Agent | null;
	readonly group?: Group | null;
	/** JSON text of the attributes after the merge. */
	readonly customAttributesJson?: string;
	readonly externalId?: string | null;
	readonly tags?: readonly string[];
	readonly participants?: readonly Participant[];
	readonly correction?: Correction;
}

/** What an agent says the signals are; absent ones stay. */
export interface Correction {
	readonly intent?: string;
	readonly sentiment?: string;
}

/** The confidence of an intent that an agent has corrected. */
const CONFIDENCE_CORRECTED = 100;

export function correctSignals(
	signals: Signals,
	{ intent, sentiment }: Correction = {},
): Signals {
	return {
		...signals,
		...(intent !== undefined && { intent, confidence: CONFIDENCE_CORRECTED }),
		...(sentiment !== undefined && { sentiment }),
	};
}

/**
 * The ticket after a PATCH. `resolvedAt` is the time it was last resolved, kept while it stays so, null otherwise.
 * Resolving retracts the draft. An empty patch changes nothing.
 */
export function applyPatch<T extends Ticket>(
	ticket: T,
	patch: TicketPatch,
	now: Date,
): T {
	const { correction, ...fields } = patch;
	const given = Object.entries(fields).filter(
		([, value]) => value !== undefined,
	);
	if (given.length === 0 && !correction) return ticket;
	const status = patch.status ?? ticket.status;
	const updatedAt = later(ticket.updatedAt, now);
	return {
		...ticket,
		...Object.fromEntries(given),
		signals: correctSignals(ticket.signals, correction),
		readyDraftId: isResolved(status) ? null : ticket.readyDraftId,
		resolvedAt: isResolved(status) ? (ticket.resolvedAt ?? updatedAt) : null,
		updatedAt,
	};
}

/**
 * The ticket after a reply of an agent: no draft answers anything any more, and an open ticket waits for the customer if
 * the workspace wants that.
 */
export function afterReply<T extends Ticket>(
	ticket: T,
	{ pendingAfterReply }: WorkspaceSettings,
	repliedAt: Date,
): T {
	const isPending = pendingAfterReply && ticket.status === "open";
	return {
		...ticket,
		status: isPending ? "pending" : ticket.status,
		readyDraftId: null,
		updatedAt: later(ticket.updatedAt, repliedAt),
	};
}

function isResolved(status: TicketStatus): boolean {
	return status === "resolved" || status === "archived";
}
