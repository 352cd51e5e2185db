/** Where a row is in the list sorted by `updated_at:asc`. */
export interface SyncRow {
	/** ISO 8601. */
	readonly updatedAt: string;
	readonly id: string;
}

/** The rows up to `to`, and behind the part before, were read as PostgreSQL's snapshot shows them. */
export interface SyncPart {
	readonly to: SyncRow;
	/** In the form of `pg_snapshot`; undefined where all there ever is counts as seen. */
	readonly snapshot: string | undefined;
}

/**
 * What a reader of the list has seen: in each part, in the order of the list, what was committed when it was read. A
 * change that is committed later is not in the snapshot, also if its `updated_at` lies within a part: it is still to
 * come.
 */
export type SyncPosition = readonly SyncPart[];

/** Before the first row of any list. */
const BEGINNING: SyncRow = { updatedAt: "0001-01-01T00:00:00.000Z", id: "" };

// A cursor stays short. What is left out makes rows come twice, never not at all.
const PARTS_MAX = 3;
const IN_PROGRESS_MAX = 24;

/**
 * What has been seen after a page.
 *
 * @param seen what had been seen before it
 * @param snapshot the one that the page was read in
 * @param last the page's last row; undefined for an empty one
 * @param hasMore whether rows are left behind the page
 */
export function afterPage(
	seen: SyncPosition,
	snapshot: string,
	last: SyncRow | undefined,
	hasMore: boolean,
): SyncPosition {
	const end = seen.at(-1)?.to ?? BEGINNING;
	const reached =
		last === undefined || (!hasMore && isBefore(last, end)) ? end : last;
	const parts: SyncPart[] = [
		{ to: reached, snapshot: shortened(snapshot) },
		...seen.filter(({ to }) => isBefore(reached, to)),
	];
	// A later part was read earlier: its snapshot shows no more than that of the part before, which it replaces.
	while (parts.length > PARTS_MAX) parts.splice(-2, 1);
	return parts;
}

/** Text that `readSyncPosition` reads. */
export function writeSyncPosition(position: SyncPosition): string {
	return JSON.stringify(
		position.map(({ to, snapshot }) =>
			snapshot === undefined
				? [to.updatedAt, to.id]
				: [to.updatedAt, to.id, snapshot],
		),
	);
}

export function readSyncPosition(text: string): SyncPosition {
	const parts = JSON.parse(text) as [string, string, string?][];
	return parts.map(([updatedAt, id, snapshot]) => ({
		to: { updatedAt, id },
		snapshot,
	}));
}

function isBefore(a: SyncRow, b: SyncRow): boolean {
	return (
		a.updatedAt < b.updatedAt || (a.updatedAt === b.updatedAt && a.id < b.id)
	);
}

/** With too many transactions in progress, none that began after the first ones of them counts as seen. */
function shortened(snapshot: string): string {
	const [oldest, , inProgress = ""] = snapshot.split(":");
	const ids = inProgress.split(","); // in ascending order
	const kept = ids.slice(0, IN_PROGRESS_MAX);
	return ids.length > IN_PROGRESS_MAX
		? `${oldest}:${ids[IN_PROGRESS_MAX]}:${kept}`
		: snapshot;
}
