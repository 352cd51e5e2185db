import { AppError } from "@supportdesk/errors/app-error.ts";
import {
	type EmailAddress,
	parseEmailAddress,
} from "@supportdesk/text/email-address.ts";
import { invalidEmail } from "./errors.ts";
import type { ImapStatus } from "./imap-account.ts";

export type Intake = "smtp" | "imap" | "api";

/** An address that mail comes in at and that replies leave from. */
export interface Mailbox {
	readonly id: string;
	readonly address: string;
	readonly name: string;
	readonly groupId: string | null;
	readonly signature: string;
	readonly autoReply: { readonly enabled: boolean; readonly body: string };
	readonly intake: Intake;
	/** Null unless its intake is `imap`. */
	readonly imap: ImapStatus | null;
	readonly createdAt: string;
}

/** @throws AppError `invalid_parameter` */
export function parseMailboxAddress(text: string): EmailAddress {
	const address = parseEmailAddress(text);
	if (!address) throw invalidEmail("address");
	return address;
}

/** @throws AppError `missing_parameter`, `invalid_parameter` for a mailbox whose mail could not come in */
export function checkIntake(
	intake: Intake,
	hasImapUrl: boolean,
	autoReply: Mailbox["autoReply"],
): void {
	if (intake === "imap" && !hasImapUrl)
		throw new AppError(
			"invalid_request",
			"missing_parameter",
			"imap_url is required where intake is imap.",
			{ param: "imap_url" },
		);
	if (autoReply.enabled && autoReply.body === "")
		throw new AppError(
			"invalid_request",
			"missing_parameter",
			"auto_reply.body is required where auto_reply is enabled.",
			{ param: "auto_reply.body" },
		);
}

/**
 * The addresses that a mailbox for `address` may have, the most exact first: a part behind a `+` of the local part belongs
 * to whoever has the rest, which may have a `+` itself.
 */
export function candidateKeys({ key }: EmailAddress): string[] {
	const at = key.lastIndexOf("@");
	const keys = [key];
	for (
		let plus = key.lastIndexOf("+", at);
		plus > 0;
		plus = key.lastIndexOf("+", plus - 1)
	)
		keys.push(key.slice(0, plus) + key.slice(at));
	return keys;
}
