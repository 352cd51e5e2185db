import type { ReceivedMail } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { ReadBody } from "../bodies/body-reader.ts";
import { personOf, shownSubject } from "../domain/incoming-mail.ts";
import { readMailFiles } from "../domain/mail-files.ts";
import { NO_SIGNALS } from "../domain/ticket.ts";
import type { IncomingMail } from "../intake/incoming.ts";
import { readMailWords, unreadableWords } from "../intake/read-mail.ts";

const UNREADABLE = "Mail that could not be read";
const QUOTED_LENGTH_MAX = 200_000; // the raw mail has the rest
const NOTHING_KNOWN = { spf: "none", dkim: "none", dmarc: "none" };

/** A mail of the mail service as it is taken in. Its signals and the desk's own addresses are not known yet. */
export async function incomingMail(
	received: ReceivedMail,
	files: readonly Buffer[],
	raw: Buffer,
	readBody: ReadBody,
	context: CallContext,
): Promise<IncomingMail> {
	const { unparsedReason, subject, authentication, bounce } = received;
	const words =
		unparsedReason === ""
			? await readMailWords(received, readBody, context)
			: unreadableWords(unparsedReason, raw);
	const attached = received.files.map((file, i) => ({
		filename: file.filename,
		contentType: file.contentType,
		contentId: file.contentId,
		data: files[i]!,
	}));
	return {
		mailboxId: received.mailboxId,
		recipients: received.recipients,
		envelopeFrom: received.envelopeFrom,
		contentHash: received.contentHash,
		messageId: received.messageId,
		inReplyTo: received.inReplyTo,
		references: received.references,
		from: personOf(received.from),
		replyTo: personOf(received.replyTo),
		isFromDesk: false,
		addressees: received.to.flatMap((each) => personOf(each) ?? []),
		copies: received.cc.flatMap((each) => personOf(each) ?? []),
		subject:
			unparsedReason !== "" && subject === ""
				? UNREADABLE
				: shownSubject(subject),
		body: words.body,
		quotedText: received.quotedText.slice(0, QUOTED_LENGTH_MAX).toWellFormed(),
		authentication: { ...NOTHING_KNOWN, ...authentication },
		isAutomatic: received.isAutomatic || received.envelopeFrom === "",
		isOutOfOffice: received.isOutOfOffice,
		isReport: received.isReport || received.envelopeFrom === "",
		isOld: received.isOld,
		bounce,
		files: await readMailFiles([...attached, ...words.files]),
		raw,
		signals: NO_SIGNALS,
	};
}
