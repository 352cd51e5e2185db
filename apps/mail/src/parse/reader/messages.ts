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

/** Back from it: a mail, its head or the reason why there is none. */
export interface ReadReply {
	readonly mail?: ParsedMail;
	readonly head?: {
		readonly headers: MailHeaders;
		readonly traits: MailTraits;
	};
	readonly reason?: UnparsedReason;
	/** The memory that the process holds now. */
	readonly residentBytes?: number;
}
