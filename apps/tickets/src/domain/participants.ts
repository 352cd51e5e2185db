import { AppError } from "@supportdesk/errors/app-error.ts";
import {
	type EmailAddress,
	parseEmailAddress,
} from "@supportdesk/text/email-address.ts";
import { parseContactName } from "./contact-name.ts";
import { invalidEmail } from "./errors.ts";
import { PARTICIPANTS_MAX, type Participant } from "./incoming-mail.ts";

/** A participant as a client names one. */
export interface NamedParticipant {
	readonly email: EmailAddress;
	readonly name: string;
	/** Path of the address in the request. */
	readonly param: string;
}

/** @throws AppError `invalid_parameter` */
export function readParticipants(json: string): NamedParticipant[] {
	const given = JSON.parse(json) as { email: string; name?: string }[];
	return given.map(({ email, name }, i) => {
		const param = `participants.${i}`;
		return {
			email: parseAddress(email, `${param}.email`),
			name: parseContactName(name || undefined, `${param}.name`) ?? "",
			param: `${param}.email`,
		};
	});
}

/** Addresses that get copies. @throws AppError `invalid_parameter` */
export function readCopies(addresses: readonly string[]): NamedParticipant[] {
	return addresses.map((address, i) => {
		const param = `cc.${i}`;
		return { email: parseAddress(address, param), name: "", param };
	});
}

function parseAddress(text: string, param: string): EmailAddress {
	const address = parseEmailAddress(text);
	if (!address) throw invalidEmail(param);
	return address;
}

/**
 * Participants and those who are added to them: each once, without the contact, who gets replies anyway.
 *
 * @throws AppError `invalid_parameter`
 */
export function joinParticipants(
	present: readonly Participant[],
	added: readonly NamedParticipant[],
	contactEmail: string,
): Participant[] {
	const contactKey = contactEmail.toLowerCase();
	const byKey = new Map(present.map((each) => [each.email, each]));
	for (const { email, name } of added) {
		if (email.key === contactKey || byKey.has(email.key)) continue;
		byKey.set(email.key, { email: email.key, name });
	}
	if (byKey.size > PARTICIPANTS_MAX) throw tooManyParticipants();
	return [...byKey.values()];
}

/** Mail from the desk to itself would go round. */
export const ownAddress = (param: string) =>
	new AppError(
		"invalid_request",
		"invalid_parameter",
		"This is an address of the desk itself.",
		{ param },
	);

const tooManyParticipants = () =>
	new AppError(
		"invalid_request",
		"invalid_parameter",
		`A ticket has at most ${PARTICIPANTS_MAX} participants.`,
		{ param: "participants" },
	);
