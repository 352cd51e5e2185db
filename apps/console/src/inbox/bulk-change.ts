import type { BulkJob, Ticket } from "@supportdesk/client";
import { desk } from "../api/desk.ts";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import { allRows, changeRow, type Row } from "./rows.ts";

const POLL_MS = 300;
// What the desk takes for one job.
const IDS_MAX = 500;

type Status = Ticket["status"];

export interface BulkChanges {
	readonly status?: Exclude<Status, "archived">;
	readonly assignee_id?: string | null;
}

/** Changes many tickets in one job, and offers to undo it. */
export function useBulkChange() {
	const text = useText();
	const { say, warn } = useToasts();
	return async (ids: readonly string[], changes: BulkChanges) => {
		const before = rowsOf(ids);
		try {
			const { done, failed } = await runBulk(ids, changes);
			// Of those that could not be changed only their events tell.
			if (changes.status && failed === 0) markStatus(ids, changes.status);
			say(
				text("bulk.done", { count: done }),
				() =>
					void undo(before, changes).catch((error) => warn(messageOf(error))),
			);
			if (failed > 0) warn(text("bulk.failed", { count: failed }));
		} catch (error) {
			warn(messageOf(error));
		}
	};
}

async function runBulk(ids: readonly string[], changes: BulkChanges) {
	let done = 0;
	let failed = 0;
	for (let from = 0; from < ids.length; from += IDS_MAX) {
		const job = await runJob(ids.slice(from, from + IDS_MAX), changes);
		done += job.changed + job.unchanged;
		failed += job.failed;
	}
	return { done, failed };
}

async function runJob(
	ids: readonly string[],
	changes: BulkChanges,
): Promise<BulkJob> {
	let job = await desk.bulk.start({ ids: [...ids], changes });
	while (job.status === "collecting" || job.status === "running") {
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		job = await desk.bulk.get(job.id);
	}
	return job;
}

/** Each ticket gets back what it had. */
async function undo(
	before: readonly Row[],
	changes: BulkChanges,
): Promise<void> {
	const earlier = Map.groupBy(before, (row) =>
		changes.status ? row.status : row.assigneeId,
	);
	for (const rows of earlier.values()) {
		const ids = rows.map(({ id }) => id);
		const { status, assigneeId } = rows[0]!;
		if (!changes.status) await runBulk(ids, { assignee_id: assigneeId });
		else if (status !== "archived") {
			await runBulk(ids, { status });
			markStatus(ids, status);
		}
	}
}

function markStatus(ids: readonly string[], status: Status): void {
	for (const id of ids)
		changeRow(id, (row, { status: listed = "all" }) => ({
			...row,
			status,
			left: listed !== "all" && listed !== status,
		}));
}

/** As they are shown now. */
function rowsOf(ids: readonly string[]): Row[] {
	const wanted = new Set(ids);
	const found = new Map<string, Row>();
	for (const row of allRows()) if (wanted.has(row.id)) found.set(row.id, row);
	return [...found.values()];
}
