import { AppError } from "@supportdesk/errors/app-error.ts";
import type { EmailAddress } from "./email-address.ts";
import { MISLEADING } from "./misleading.ts";

const LENGTH_MAX = 200;

/**
 * A contact's name in Unicode NFC; undefined when none is given.
 *
 * @throws AppError `invalid_parameter`
 */
export function parseContactName(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const name = text.normalize("NFC").trim();
	if (name === "" || [...name].length > LENGTH_MAX || MISLEADING.test(name)) {
		throw new AppError(
			"invalid_request",
			"invalid_parameter",
			`A name has 1 to ${LENGTH_MAX} characters on one line, without marks that change the writing direction.`,
			{ param: "contact.name" },
		);
	}
	return name;
}

/** What a contact is called until somebody says otherwise. */
export function defaultContactName({ address }: EmailAddress): string {
	return address.slice(0, address.lastIndexOf("@"));
}
