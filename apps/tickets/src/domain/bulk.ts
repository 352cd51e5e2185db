import type { ErrorCode } from "@supportdesk/errors/app-error.ts";

export type BulkStatus = "collecting" | "running" | "done" | "cancelled";
export type BulkResultStatus = "pending" | "changed" | "unchanged" | "failed";

/** How many jobs of a workspace may be unfinished. */
export const UNFINISHED_MAX = 10;

/** A change of many tickets, as far as it has come. */
export interface Bulk {
	readonly id: string;
	readonly status: BulkStatus;
	/** Tickets that are meant; not all of them are known while they are collected. */
	readonly total: number;
	readonly changed: number;
	readonly unchanged: number;
	readonly failed: number;
	readonly createdAt: string;
	readonly finishedAt: string | null;
}

/** What became of one of its tickets. */
export interface BulkResult {
	readonly position: number;
	readonly ticketId: string;
	readonly status: BulkResultStatus;
	readonly error: {
		readonly code: ErrorCode;
		readonly message: string;
	} | null;
}

/** What a job does to each ticket; absent fields stay. JSON of it is stored with the job. */
export interface BulkChanges {
	readonly status?: string;
	readonly priority?: string;
	/** Empty for nobody. */
	readonly assigneeId?: string;
	/** Empty for no group. */
	readonly groupId?: string;
	readonly subject?: string;
	readonly customAttributesJson?: string;
	readonly addTags: readonly string[];
	readonly removeTags: readonly string[];
	/** Of a request; a job of an earlier version has none. */
	readonly participantsJson?: string;
}

/** A ticket's tags without some and with others. Undefined where that changes nothing. */
export function changeTags(
	tags: readonly string[],
	{ addTags, removeTags }: BulkChanges,
	join: (present: readonly string[], added: readonly string[]) => string[],
): string[] | undefined {
	const kept = tags.filter((tag) => !removeTags.includes(tag));
	const next = join(kept, addTags);
	const isSame =
		next.length === tags.length && next.every((tag, i) => tag === tags[i]);
	return isSame ? undefined : next;
}
