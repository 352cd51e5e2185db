import { AppError } from "@supportdesk/errors/app-error.ts";
import type { EmailAddress } from "./email-address.ts";

const LENGTH_MAX = 200;
// Line breaks would start a new header of a mail; marks that turn the writing direction make a name read as another.
const FORBIDDEN =
	/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * A contact's name in Unicode NFC; undefined when none is given.
 *
 * @throws AppError `invalid_parameter`
 */
export function parseContactName(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const name = text.normalize("NFC").trim();
	if (name === "" || [...name].length > LENGTH_MAX || FORBIDDEN.test(name)) {
		throw new AppError(
			"invalid_request",
			"invalid_parameter",
			"A name has 1 to 200 characters on one line, without marks that change the writing direction.",
			{ param: "contact.name" },
		);
	}
	return name;
}

/** What a contact is called until somebody says otherwise. */
export function defaultContactName({ address }: EmailAddress): string {
	return address.slice(0, address.lastIndexOf("@"));
}
