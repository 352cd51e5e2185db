import {
	type EmailAddress,
	parseEmailAddress,
} from "@supportdesk/text/email-address.ts";
import { MISLEADING } from "@supportdesk/text/misleading.ts";

/** Results of SPF, DKIM and DMARC, as RFC 8601 names them. */
export interface Authentication {
	readonly spf: string;
	readonly dkim: string;
	readonly dmarc: string;
}

export interface Person {
	readonly name: string;
	readonly email: EmailAddress;
}

/** Who gets replies to a ticket besides its contact. */
export interface Participant {
	readonly email: string;
	readonly name: string;
}

export const PARTICIPANTS_MAX = 50;

const SUBJECT_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 200;
const NO_SUBJECT = "(no subject)";
const MISLEADING_CHARACTERS = new RegExp(MISLEADING.source, "gu");
const OWN_MESSAGE_ID = /^<?(msg_[0-7][0-9a-hjkmnp-tv-z]{25})@/;
const AUTO_REPLY_ID = /^<auto-(msg_[0-7][0-9a-hjkmnp-tv-z]{25})@/;
const TICKET_IN_SUBJECT = /\[(tkt_[0-7][0-9a-hjkmnp-tv-z]{25})\]/i;

/** A subject as a ticket may have it. */
export function shownSubject(subject: string): string {
	return oneLine(subject, SUBJECT_LENGTH_MAX) || NO_SUBJECT;
}

/** The sender or receiver that a mail names; undefined where the address is none that we can write to. */
export function personOf(
	given: { readonly name: string; readonly address: string } | undefined,
): Person | undefined {
	const email = given && parseEmailAddress(given.address);
	return email && { name: oneLine(given.name, NAME_LENGTH_MAX), email };
}

function oneLine(text: string, lengthMax: number): string {
	const line = text.replace(MISLEADING_CHARACTERS, " ").normalize("NFC").trim();
	return [...line].slice(0, lengthMax).join("").trim();
}

/** The ids of our messages among Message-IDs: those of replies are made of them. */
export function ownMessageId(messageId: string): string | undefined {
	return OWN_MESSAGE_ID.exec(messageId)?.[1];
}

/** The message that an automatic answer of ours answers, by the answer's Message-ID. */
export function automaticallyAnswered(messageId: string): string | undefined {
	return AUTO_REPLY_ID.exec(messageId)?.[1];
}

/** The ticket that a subject names in square brackets. */
export function ticketOfSubject(subject: string): string | undefined {
	return TICKET_IN_SUBJECT.exec(subject)?.[1]?.toLowerCase();
}

/**
 * The participants of a ticket after a mail with these receivers of copies: each once, without those who get replies
 * anyway.
 *
 * @param others keys of addresses that never become participants: the contact's, the sender's and the desk's own
 */
export function withCopies(
	participants: readonly Participant[],
	copies: readonly Person[],
	others: ReadonlySet<string>,
): readonly Participant[] {
	const byKey = new Map(participants.map((each) => [each.email, each]));
	for (const { name, email } of copies) {
		if (byKey.size >= PARTICIPANTS_MAX) break;
		if (others.has(email.key) || byKey.has(email.key)) continue;
		byKey.set(email.key, { email: email.key, name });
	}
	return byKey.size === participants.length
		? participants
		: [...byKey.values()];
}
