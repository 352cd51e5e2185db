import type { ParseLimits } from "../limits.ts";
import type {
	MailHeaders,
	MailTraits,
	ParsedMail,
	UnparsedReason,
} from "../parsed-mail.ts";

/** To the process that reads mails. */
export interface ReadRequest {
	readonly raw: Buffer;
	readonly limits: ParseLimits;
	readonly headOnly: boolean;
}

/** Back from it: one of the three. */
export interface ReadReply {
	readonly mail?: ParsedMail;
	readonly head?: {
		readonly headers: MailHeaders;
		readonly traits: MailTraits;
	};
	readonly reason?: UnparsedReason;
}
