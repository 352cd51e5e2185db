import { AppError } from "@supportdesk/errors/app-error.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import type { MessageStatus, MessageType } from "./message.ts";
import type { TicketStatus } from "./ticket.ts";

// A client's clock may be fast; a later time is a mistake.
const AHEAD_MAX_MS = 60_000;

/** A message as another system has it. Times are ISO 8601 in UTC. */
export interface MessageHistory {
	readonly type: string;
	readonly authorId?: string | undefined;
	readonly createdAt: string;
}

/** What an import says of the course of a ticket. */
export interface TicketHistory {
	readonly status: string;
	readonly createdAt: string;
	readonly resolvedAt?: string | undefined;
	readonly messages: readonly MessageHistory[];
}

/** What a ticket's row says of its course. */
export interface TicketCourse {
	readonly resolvedAt: string | null;
	readonly lastMessageAt: string;
	readonly waitingSince: string | null;
}

/** Messages in the order of their times; those of one time as they were given. */
export function inOrder<T extends MessageHistory>(
	messages: readonly T[],
): readonly T[] {
	return [...messages].sort((a, b) =>
		a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt),
	);
}

/** What follows from a ticket's history. A ticket that is resolved keeps no customer waiting. */
export function courseOf(ticket: TicketHistory): TicketCourse {
	const messages = inOrder(ticket.messages);
	const last = messages.at(-1)!;
	const isResolved = isResolvedStatus(ticket.status);
	const lastReply = messages.findLastIndex(({ type }) => type === "outbound");
	const waiting = messages
		.slice(lastReply + 1)
		.find(({ type }) => type === "inbound");
	return {
		resolvedAt: isResolved
			? (ticket.resolvedAt ?? later(last.createdAt, ticket.createdAt))
			: null,
		lastMessageAt: last.createdAt,
		waitingSince: isResolved ? null : (waiting?.createdAt ?? null),
	};
}

/** @throws AppError `invalid_parameter` for times that cannot be, and authors of the wrong kind. */
export function checkHistory(ticket: TicketHistory, now: Date): void {
	const latest = new Date(now.getTime() + AHEAD_MAX_MS).toISOString();
	const { createdAt, resolvedAt, messages } = ticket;
	const notAhead = (param: string, time: string | undefined) => () => {
		if (time !== undefined && time > latest)
			throw invalid(param, "must not be in the future");
	};
	validateAll(
		notAhead("created_at", createdAt),
		notAhead("resolved_at", resolvedAt),
		() => {
			if (resolvedAt === undefined) return;
			if (!isResolvedStatus(ticket.status))
				throw invalid("resolved_at", "is not of a ticket that is unresolved");
			if (resolvedAt < createdAt)
				throw invalid("resolved_at", "must not be before created_at");
		},
		...messages.flatMap(({ type, authorId, createdAt }, n) => [
			notAhead(`messages.${n}.created_at`, createdAt),
			() => {
				if (type === "inbound" && authorId !== undefined)
					throw invalid(
						`messages.${n}.author_id`,
						"is not of an inbound message, which the contact wrote",
					);
			},
		]),
	);
}

/** What became of a message long ago. */
export function pastStatus(type: MessageType): MessageStatus {
	if (type === "inbound") return "received";
	return type === "note" ? "posted" : "sent";
}

export function isResolvedStatus(status: string): boolean {
	const resolved: readonly TicketStatus[] = ["resolved", "archived"];
	return (resolved as readonly string[]).includes(status);
}

const later = (a: string, b: string) => (a > b ? a : b);

function invalid(param: string, problem: string): AppError {
	return new AppError(
		"invalid_request",
		"invalid_parameter",
		`${param} ${problem}.`,
		{ param },
	);
}
