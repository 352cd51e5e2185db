import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { MISLEADING } from "@supportdesk/text/misleading.ts";
import { optionalText } from "./fields.ts";

/** Of an address, with its domain. */
export const EMAIL_CHARACTERS_MAX = 254;
const CONTACT_NAME_CHARACTERS_MAX = 200;

// Characters that change the writing direction can disguise a name.
const NAME =
	"^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$";

/** A contact's address; a blank one counts as absent. */
export const contactEmail = optionalText(
	{ max: EMAIL_CHARACTERS_MAX },
	{ format: "email" },
).refine((value) => !value || parseEmailAddress(value), {
	error: "must be an email address that mail can be sent to",
});

/** A contact's name; a blank one counts as absent. */
export const contactName = optionalText(
	{ max: CONTACT_NAME_CHARACTERS_MAX },
	{ pattern: NAME },
).refine((value) => !value || !MISLEADING.test(value), {
	error: "must not have marks that change the writing direction",
});
