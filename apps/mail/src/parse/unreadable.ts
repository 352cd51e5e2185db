import type { UnparsedReason } from "./parsed-mail.ts";

/** A mail is beyond a limit. */
export class Unreadable extends Error {
	readonly reason: UnparsedReason;

	constructor(reason: UnparsedReason) {
		super(`the mail is unreadable: ${reason}`);
		this.reason = reason;
	}
}
