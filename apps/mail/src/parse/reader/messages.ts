import type { Evidence, KeyAnswers } from "../evidence/evidence.ts";
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
	readonly part: "mail" | "head" | "evidence";
	/** Of signatures. */
	readonly keys: KeyAnswers;
}

/** Back from it: what was asked for, or the reason why there is none. */
export interface ReadReply {
	readonly mail?: ParsedMail;
	readonly evidence?: Evidence;
	readonly head?: {
		readonly headers: MailHeaders;
		readonly traits: MailTraits;
	};
	readonly reason?: UnparsedReason;
	/** The memory that the process holds now. */
	readonly residentBytes?: number;
}
