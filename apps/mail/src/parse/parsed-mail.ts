/** What a stranger's bytes were read as. Nothing in it is trusted: texts are plain, HTML is not sanitised yet. */
export interface ParsedMail {
	readonly unparsed: false;
	readonly headers: MailHeaders;
	readonly traits: MailTraits;
	/** What the person wrote, without quotes and signature; as plain text, and as HTML where the mail has some. */
	readonly body: MailBody;
	/** Calendar invitations, S/MIME and PGP parts and what was in a winmail.dat included. */
	readonly attachments: readonly MailAttachment[];
	/** Set on a delivery status notification. */
	readonly bounce: Bounce | null;
}

/** A mail that could not be read within the limits; the raw mail says the rest. */
export interface UnparsedMail {
	readonly unparsed: true;
	readonly reason: UnparsedReason;
	/** Read alone, where at least they could be read. */
	readonly headers: MailHeaders | null;
	readonly traits: MailTraits | null;
}

export type UnparsedReason =
	| "too_many_parts"
	| "nested_too_deep"
	| "headers_too_large"
	| "decoded_too_large"
	| "out_of_time"
	| "out_of_memory"
	| "failed";

export interface MailAddress {
	/** Without comments and encoded words; empty when there is none. */
	readonly name: string;
	/** With the domain in lower case and in its ASCII form. */
	readonly address: string;
	/** The domain as a reader would see it; in its ASCII form where its letters mix scripts or imitate Latin ones. */
	readonly displayAddress: string;
}

export interface MailHeaders {
	/** With angle brackets, like all message ids here. */
	readonly messageId: string | null;
	readonly inReplyTo: readonly string[];
	readonly references: readonly string[];
	readonly from: readonly MailAddress[];
	readonly sender: MailAddress | null;
	readonly replyTo: readonly MailAddress[];
	readonly to: readonly MailAddress[];
	readonly cc: readonly MailAddress[];
	/** Addresses of `Delivered-To`, `X-Original-To`, `Envelope-To`: whom the relay delivered to. */
	readonly deliveredTo: readonly string[];
	/** On one line. */
	readonly subject: string;
	readonly date: Date | null;
	/** All, decoded, in their order; names in lower case. */
	readonly all: readonly MailHeader[];
}

export interface MailHeader {
	readonly name: string;
	readonly value: string;
}

export interface MailTraits {
	/** Must not get an automatic answer. */
	readonly isAutomatic: boolean;
	readonly isOutOfOffice: boolean;
	readonly isBounce: boolean;
	/** What a mail system reports of another mail: no person waits for an answer to it. */
	readonly isReport: boolean;
	readonly isMailingList: boolean;
	/** A person's, which a mailing list has passed on: nothing else says that it is automatic. */
	readonly isPassedOn: boolean;
	/** Which headers said so, as `auto-submitted: auto-replied`. */
	readonly reasons: readonly string[];
}

export interface MailBody {
	/** Null when the mail has no HTML part. Not sanitised. Inline images are `cid:` addresses. */
	readonly html: string | null;
	readonly text: string;
	/** Quotes and signature, as text. Empty when there are none. */
	readonly quotedText: string;
}

export interface MailAttachment {
	readonly filename: string;
	/** As declared, in lower case, without parameters. */
	readonly contentType: string;
	readonly data: Buffer;
	/** Without angle brackets; what `cid:` addresses in the HTML name. */
	readonly contentId: string | null;
	/** Whether the HTML shows it in place. */
	readonly inline: boolean;
}

export interface Bounce {
	readonly recipients: readonly BounceRecipient[];
	/** Of the mail that was not delivered. */
	readonly originalMessageId: string | null;
}

export interface BounceRecipient {
	readonly address: string;
	readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
	/** As `5.1.1`; null when the report has none. */
	readonly status: string | null;
	/** What the other server said. */
	readonly diagnostic: string | null;
}
