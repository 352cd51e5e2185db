import type { BulkJob, Ticket } from "@supportdesk/client";
import { desk, messageOf } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";
import { changeRow, type Row, type RowPage } from "./rows.ts";

const POLL_MS = 300;

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
		const before = statusesOf(ids);
		try {
			const job = await runBulk(ids, changes);
			if (changes.status) markStatus(ids, changes.status);
			const undo = () =>
				void undoStatus(before).catch((error) => warn(messageOf(error)));
			say(
				text("bulk.done", { count: job.changed + job.unchanged }),
				changes.status ? undo : undefined,
			);
			if (job.failed > 0) warn(text("bulk.failed", { count: job.failed }));
		} catch (error) {
			warn(messageOf(error));
		}
	};
}

async function runBulk(
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

/** Each ticket gets the status that it had. */
async function undoStatus(before: ReadonlyMap<string, Status>): Promise<void> {
	const byStatus = Map.groupBy(before, ([, status]) => status);
	for (const [status, entries] of byStatus) {
		if (status === "archived") continue;
		const ids = entries.map(([id]) => id);
		await runBulk(ids, { status });
		markStatus(ids, status, false);
	}
}

function markStatus(ids: readonly string[], status: Status, left = true): void {
	for (const id of ids) changeRow(id, (row) => ({ ...row, status, left }));
}

function statusesOf(ids: readonly string[]): Map<string, Status> {
	const wanted = new Set(ids);
	const found = new Map<string, Status>();
	for (const [, data] of queryClient.getQueriesData<{ pages: RowPage[] }>({
		queryKey: ["inbox"],
	})) {
		const rows = data?.pages.flatMap(({ rows }) => rows) ?? [];
		for (const { id, status } of rows as Row[])
			if (wanted.has(id)) found.set(id, status);
	}
	return found;
}
