import { AppError } from "@supportdesk/errors/app-error.ts";
import { encryptText } from "../secrets/encrypted-text.ts";

/**
 * The encrypted address of an account; null for an empty one.
 *
 * @throws AppError `invalid_parameter` where the installation has no key to keep it with
 */
export function encryptImapUrl(
	secretsKey: string | undefined,
	mailboxId: string,
	imapUrl: string,
): Buffer | null {
	if (imapUrl === "") return null;
	if (secretsKey === undefined)
		throw new AppError(
			"invalid_request",
			"invalid_parameter",
			"This installation has no SECRETS_KEY to keep imap_url with.",
			{ param: "imap_url" },
		);
	return encryptText(secretsKey, mailboxId, imapUrl);
}
