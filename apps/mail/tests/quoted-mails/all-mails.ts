import { APPLE_MAILS } from "./apple.ts";
import { FURTHER_MAILS } from "./further.ts";
import { GMAIL_MAILS } from "./gmail.ts";
import { OTHER_MAILS } from "./others.ts";
import { OUTLOOK_MAILS } from "./outlook.ts";
import type { QuotedMail } from "./quoted-mail.ts";
import { THUNDERBIRD_MAILS } from "./thunderbird.ts";

export const QUOTED_MAILS: readonly QuotedMail[] = [
	...GMAIL_MAILS,
	...OUTLOOK_MAILS,
	...APPLE_MAILS,
	...THUNDERBIRD_MAILS,
	...OTHER_MAILS,
	...FURTHER_MAILS,
];
