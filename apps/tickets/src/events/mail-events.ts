import { type Cause, newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import { quarantinedJson } from "../rpc/mail-json.ts";
import type { MailRecord, NewMail } from "../store/mails.ts";

/** The event of a mail that is kept apart, as the list of such mails shows it. */
export function mailQuarantined(
	cause: Cause,
	mail: NewMail,
	record: MailRecord,
	now: Date,
): OutboxEvent {
	return newEvent(
		cause,
		{
			type: "mail.quarantined",
			resourceId: mail.id,
			beforeJson: undefined,
			afterJson: quarantinedJson(mail, record),
		},
		now,
	);
}
