import type { Person } from "../domain/incoming-mail.ts";
import { type IncomingMail, isForged } from "./incoming.ts";

/**
 * The mail as one of the person whom its Reply-To names: programs send what a person has written into a form, and lists
 * put an address of their own into From. DMARC says nothing about the writer where the domains differ. A mail that may be
 * forged stays its sender's.
 */
export function ofWriter(mail: IncomingMail): IncomingMail {
	const { from, replyTo, authentication } = mail;
	if (!replyTo || isForged(mail)) return mail;
	const isChecked = from !== undefined && domainOf(from) === domainOf(replyTo);
	return {
		...mail,
		from: replyTo,
		authentication: isChecked
			? authentication
			: { ...authentication, dmarc: "none" },
	};
}

/**
 * The mail as it may join a ticket. Every sender can name another person in Reply-To: it is believed only where the desk's own
 * domain sends and DMARC passes. Undefined where the desk's own domain sends and it is not believed.
 */
export function ofSender(mail: IncomingMail): IncomingMail | undefined {
	if (!mail.isFromDesk || !mail.replyTo) return mail;
	return mail.authentication.dmarc === "pass" ? ofWriter(mail) : undefined;
}

function domainOf({ email: { key } }: Person): string {
	return key.slice(key.lastIndexOf("@") + 1);
}
