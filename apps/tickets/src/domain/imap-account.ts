/** What a process last did with an account. */
export type ImapState = "connecting" | "connected" | "failed";

/** What the API shows of a mailbox's account. */
export interface ImapStatus {
	/** `waiting` while no process reads the account. */
	readonly state: ImapState | "waiting";
	readonly error: string | null;
	readonly lastMailAt: string | null;
	/** The last mail that was not taken in. */
	readonly lastSkipped: { readonly at: string; readonly reason: string } | null;
}

/** How far a folder was read. */
export interface ImapPosition {
	/** Identifies the folder. */
	readonly source: string;
	readonly uidValidity: number;
	readonly lastUid: number;
	/** When it was opened first. */
	readonly since: Date;
}

/** What a process reports of an account. */
export interface ImapReport {
	readonly state: ImapState;
	readonly error: string | null;
	/** Undefined where it has not changed. */
	readonly position: ImapPosition | undefined;
	readonly hasNewMail: boolean;
	/** Why a mail was skipped; null for none. */
	readonly skipped: string | null;
}

const WAITING: ImapStatus = {
	state: "waiting",
	error: null,
	lastMailAt: null,
	lastSkipped: null,
};

/** The status of a mailbox; null for one whose account is not to be read. */
export function imapStatus(
	isRead: boolean,
	current: ImapStatus | null = null,
): ImapStatus | null {
	return isRead ? (current ?? WAITING) : null;
}
