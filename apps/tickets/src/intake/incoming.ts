import type { Authentication, Person } from "../domain/incoming-mail.ts";
import type { MailFile } from "../domain/mail-files.ts";
import type { MessageBody } from "../domain/message-body.ts";
import type { Signals } from "../domain/ticket.ts";

/** What a report says about a mail of ours that was not delivered. */
export interface BounceReport {
	/** In angle brackets; empty when the report does not say. */
	readonly originalMessageId: string;
	readonly recipients: readonly {
		readonly address: string;
		readonly action: string;
		readonly status: string;
		readonly diagnostic: string;
	}[];
}

/** A mail that is to be taken in: its words are read, its HTML is sanitised, its files are safe to hand out. */
export interface IncomingMail {
	readonly mailboxId: string;
	readonly recipients: readonly string[];
	readonly envelopeFrom: string | undefined;
	readonly contentHash: Buffer;
	readonly messageId: string;
	readonly inReplyTo: readonly string[];
	readonly references: readonly string[];
	/** Undefined where it names no sender that we can write to. */
	readonly from: Person | undefined;
	/** Who gets answers instead of the sender; never an address of the desk itself. */
	readonly replyTo: Person | undefined;
	/** Whether it is sent from an address of the desk itself. */
	readonly isFromDesk: boolean;
	/** To whom it is sent directly. */
	readonly addressees: readonly Person[];
	/** Who becomes a participant. */
	readonly copies: readonly Person[];
	readonly subject: string;
	readonly body: MessageBody;
	readonly quotedText: string;
	readonly authentication: Authentication;
	readonly isAutomatic: boolean;
	readonly isOutOfOffice: boolean;
	/** What a mail system reports of another mail. */
	readonly isReport: boolean;
	/** Its sender waits for no automatic answer any more. */
	readonly isOld: boolean;
	readonly bounce: BounceReport | undefined;
	readonly files: readonly MailFile[];
	readonly raw: Buffer;
	/** Of the ticket that it may open. */
	readonly signals: Signals;
}

/** Whether the sender may be somebody else: such a mail can only open a ticket. */
export function isForged({ authentication }: IncomingMail): boolean {
	return authentication.dmarc === "fail";
}
