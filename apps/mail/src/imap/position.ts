const RECENT_MS = 60 * 60 * 1000; // clocks differ, and who has just written expects the automatic answer

/** How far a folder was read. */
export interface Position {
	/** Identifies the folder. */
	readonly source: string;
	readonly uidValidity: number;
	/** All mails up to this one are done. */
	readonly lastUid: number;
	/** When the folder was opened first. */
	readonly sinceMs: number;
}

/** A folder as its server describes it. */
export interface Folder {
	readonly source: string;
	readonly uidValidity: number;
	readonly uidNext: number;
}

/**
 * Where to begin. With another UIDVALIDITY, or with fewer UIDs than were read, the folder is walked again from its
 * beginning: a mail that was taken in before is recognised by its content.
 */
export function startOf(
	folder: Folder,
	known: Position | undefined,
	nowMs: number,
): Position {
	const { source, uidValidity, uidNext } = folder;
	if (!known || known.source !== source)
		return { source, uidValidity, lastUid: 0, sinceMs: nowMs };
	const isSame = known.uidValidity === uidValidity && uidNext > known.lastUid;
	return isSame ? known : { ...known, uidValidity, lastUid: 0 };
}

/** Whether a mail came into the account long before that was connected. */
export function isOld(
	{ arrivedMs }: { readonly arrivedMs: number },
	{ sinceMs }: Position,
): boolean {
	return arrivedMs < sinceMs - RECENT_MS;
}

/** Whether a mail was read by somebody else before the folder was connected: it needs no ticket. */
export function wasReadBefore(
	{
		isSeen,
		arrivedMs,
	}: { readonly isSeen: boolean; readonly arrivedMs: number },
	{ sinceMs }: Position,
): boolean {
	return isSeen && arrivedMs < sinceMs;
}
