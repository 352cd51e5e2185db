import { AppError } from "@supportdesk/errors/app-error.ts";
import type { EmailAddress } from "@supportdesk/text/email-address.ts";
import { MISLEADING } from "@supportdesk/text/misleading.ts";

const LENGTH_MAX = 200;

/**
 * A contact's name in Unicode NFC; undefined when none is given.
 *
 * @throws AppError `invalid_parameter`
 */
export function parseContactName(
	text: string | undefined,
	param = "contact.name",
): string | undefined {
	if (text === undefined) return undefined;
	const name = text.normalize("NFC").trim();
	if (name === "" || [...name].length > LENGTH_MAX || MISLEADING.test(name)) {
		throw new AppError(
			"invalid_request",
			"invalid_parameter",
			`A name has 1 to ${LENGTH_MAX} characters on one line, without marks that change the writing direction.`,
			{ param },
		);
	}
	return name;
}

/** The name of a contact that was created without one. */
export function defaultContactName({ address }: EmailAddress): string {
	return localPart(address);
}

/** The name by which a contact can be greeted; empty when nothing but the address is known. */
export function givenContactName({
	name,
	email,
}: {
	readonly name: string;
	readonly email: string;
}): string {
	return name === localPart(email) ? "" : name;
}

function localPart(address: string): string {
	return address.slice(0, address.lastIndexOf("@"));
}
