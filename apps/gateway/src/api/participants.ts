import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { z } from "../openapi/zod.ts";
import { contactName, EMAIL_CHARACTERS_MAX } from "./contact-fields.ts";
import { text } from "./fields.ts";

const PARTICIPANTS_MAX = 50;
const COPIES_MAX = 20;

const address = text({ max: EMAIL_CHARACTERS_MAX, trimmed: true })
	.refine((value) => parseEmailAddress(value), {
		error: "must be an email address that mail can be sent to",
	})
	.openapi({ format: "email" });

/** The participants of a ticket after a change. */
export const participants = z
	.array(z.strictObject({ email: address, name: contactName }))
	.max(PARTICIPANTS_MAX, {
		error: `must have at most ${PARTICIPANTS_MAX} entries`,
	})
	.openapi({
		description:
			"Replaces the participants: who gets replies besides the contact.",
	});

/** Who gets a copy of a reply. */
export const cc = z
	.array(address)
	.max(COPIES_MAX, { error: `must have at most ${COPIES_MAX} entries` })
	.optional()
	.openapi({
		description:
			"Addresses that become participants of the ticket: they get this reply and those that follow, and may answer. Only of a reply.",
	});
