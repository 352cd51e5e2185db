import type {
	MailPerson,
	ReceivedMail,
} from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { storableText } from "@supportdesk/text/storable-text.ts";
import type {
	MailAddress,
	MailAttachment,
	MailHeaders,
	MailTraits,
	ParsedMail,
	UnparsedMail,
} from "../parse/parsed-mail.ts";
import type { Authentication } from "./authenticate.ts";
import { contentHash } from "./content-hash.ts";

/** How a mail came to a mailbox. */
export interface Delivery {
	readonly mailboxId: string;
	/** Addresses of the envelope that belong to the mailbox; none where there was no envelope. */
	readonly recipients: readonly string[];
	/** Empty for a null return path; undefined where it is not known. */
	readonly envelopeFrom: string | undefined;
	/** When its sender sent it; undefined where the same mail can be read again at any time. */
	readonly sentAt?: Date;
	/** Whether its sender waits for no automatic answer any more. */
	readonly isOld?: boolean;
	/** The quarantined mail that it is; undefined for one that comes in. */
	readonly releasedId?: string;
}

const PEOPLE_MAX = 100;
const IDS_MAX = 200;

/** A mail as the tickets service takes it: what it says, in texts that can be stored, and what is known of its way. */
export function receivedMail(
	raw: Buffer,
	parsed: ParsedMail | UnparsedMail,
	authentication: Authentication,
	delivery: Delivery,
): Omit<ReceivedMail, "idempotency"> {
	const { headers, traits } = parsed;
	const bounce = parsed.unparsed ? null : parsed.bounce;
	return {
		mailboxId: delivery.mailboxId,
		recipients: recipientsOf(delivery, headers),
		envelopeFrom: delivery.envelopeFrom,
		contentHash: contentHash(raw, headers, delivery.sentAt),
		messageId: storableText(headers?.messageId ?? ""),
		inReplyTo: idsOf(headers?.inReplyTo),
		references: idsOf(headers?.references),
		from: senderOf(headers, delivery.envelopeFrom),
		replyTo: replyToOf(headers),
		to: peopleOf(headers?.to),
		cc: peopleOf(headers?.cc),
		subject: storableText(headers?.subject ?? ""),
		...wordsOf(parsed),
		authentication: { ...authentication },
		...traitsOf(traits),
		bounce: bounce
			? {
					originalMessageId: storableText(bounce.originalMessageId ?? ""),
					recipients: bounce.recipients.map((each) => ({
						address: storableText(each.address),
						action: each.action,
						status: storableText(each.status ?? ""),
						diagnostic: storableText(each.diagnostic ?? ""),
					})),
				}
			: undefined,
		unparsedReason: parsed.unparsed ? parsed.reason : "",
		files: filesOf(parsed).map((file) => ({
			filename: storableText(file.filename),
			contentType: storableText(file.contentType),
			contentId: storableText(file.contentId ?? ""),
			inline: file.inline,
			size: file.data.length,
		})),
		rawSize: raw.length,
		isOld: delivery.isOld ?? false,
		releasedId: delivery.releasedId ?? "",
	};
}

export function filesOf(
	parsed: ParsedMail | UnparsedMail,
): readonly MailAttachment[] {
	return parsed.unparsed ? [] : parsed.attachments;
}

function wordsOf(parsed: ParsedMail | UnparsedMail) {
	if (parsed.unparsed) return { html: "", text: "", quotedText: "" };
	const { html, text, quotedText } = parsed.body;
	return {
		html: storableText(html ?? ""),
		text: storableText(text),
		quotedText: storableText(quotedText),
	};
}

function traitsOf(traits: MailTraits | null) {
	return {
		isAutomatic: traits
			? traits.isAutomatic || traits.isMailingList || traits.isBounce
			: false,
		isOutOfOffice: traits?.isOutOfOffice ?? false,
		isPassedOn: traits?.isPassedOn ?? false,
		isReport: traits?.isReport ?? false,
	};
}

/** Where it was sent to. Only without an envelope its headers tell. */
function recipientsOf(
	{ recipients }: Delivery,
	headers: MailHeaders | null,
): string[] {
	if (recipients.length > 0) return [...recipients];
	if (!headers) return [];
	const { deliveredTo, to, cc } = headers;
	const named = [...to, ...cc].map(({ address }) => address);
	return [...deliveredTo, ...named]
		.slice(0, PEOPLE_MAX)
		.map((address) => storableText(address).toLowerCase());
}

/** Who wrote it: the first address in From that is one, else the return path. */
export function senderOf(
	headers: MailHeaders | null,
	envelopeFrom: string | undefined,
): MailPerson | undefined {
	const [person] = peopleOf(headers?.from);
	if (person) return person;
	return envelopeFrom && parseEmailAddress(envelopeFrom)
		? { name: "", address: envelopeFrom }
		: undefined;
}

/** The person that answers should go to, not the address of a list that has them all. */
function replyToOf(headers: MailHeaders | null): MailPerson | undefined {
	const [person, ...others] = peopleOf(headers?.replyTo);
	if (!headers || !person || others.length > 0) return undefined;
	const isList = headers.all.some(
		({ name, value }) =>
			name === "list-post" &&
			value.toLowerCase().includes(person.address.toLowerCase()),
	);
	return isList ? undefined : person;
}

function peopleOf(addresses: readonly MailAddress[] = []): MailPerson[] {
	return addresses
		.filter(({ address }) => parseEmailAddress(address))
		.slice(0, PEOPLE_MAX)
		.map(({ name, address }) => ({ name: storableText(name), address }));
}

function idsOf(ids: readonly string[] = []): string[] {
	return ids.slice(-IDS_MAX).map(storableText);
}
