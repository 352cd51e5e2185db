import type { Authentication } from "./incoming-mail.ts";
import type { BodyFormat } from "./message-body.ts";

export type MessageType = "inbound" | "outbound" | "note";
export type MessageStatus =
	| "received"
	| "posted"
	| "queued"
	| "sent"
	| "failed";

export interface Author {
	readonly type: "contact" | "agent";
	readonly id: string;
	readonly name: string;
	readonly email: string;
}

export interface AttachmentRecord {
	readonly id: string;
	readonly filename: string;
	readonly contentType: string;
	/** Bytes. */
	readonly size: number;
}

export interface Message {
	readonly id: string;
	readonly ticketId: string;
	readonly type: MessageType;
	readonly body: string;
	readonly bodyText: string;
	readonly bodyFormat: BodyFormat;
	readonly author: Author;
	readonly attachments: readonly AttachmentRecord[];
	readonly aiGenerated: boolean;
	readonly status: MessageStatus;
	/** How often its mail was tried. */
	readonly attempts: number;
	/** Why its mail was given up; null unless it failed. */
	readonly error: string | null;
	readonly createdAt: string;
	/** Undefined unless it came by mail. */
	readonly mail?: MessageMail;
}

/** What only a message that came by mail has. */
export interface MessageMail {
	/** What it quotes, and its signature. */
	readonly quotedText: string;
	readonly authentication: Authentication;
}

/** The state a message of this type begins in. */
export function initialDelivery(
	type: MessageType,
): Pick<Message, "status" | "attempts" | "error"> {
	return { status: firstStatus(type), attempts: 0, error: null };
}

function firstStatus(type: MessageType): MessageStatus {
	if (type === "inbound") return "received";
	return type === "note" ? "posted" : "queued";
}
