import { OWN_JOB } from "@supportdesk/outbox/new-event.ts";
import { listWorkspaceIds } from "@supportdesk/pg/each-workspace.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import {
	archiveTickets as archiveTicketRows,
	selectUntouchedForUpdate,
} from "../store/housekeeping.ts";

type ArchiveDeps = Pick<Deps, "db" | "clock" | "archiveAfterDays">;

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Archives tickets that were resolved and not touched for as long as the configuration says. */
export function archiveTickets(deps: ArchiveDeps) {
	return async (): Promise<void> => {
		for (const workspaceId of await listWorkspaceIds(deps.db)) {
			let archived: number;
			do {
				archived = await archiveBatch(deps, workspaceId);
			} while (archived === BATCH);
		}
	};
}

/** Counts the tickets that it archived: at most as many as can be locked for a moment. */
function archiveBatch(
	{ db, clock, archiveAfterDays }: ArchiveDeps,
	workspaceId: string,
): Promise<number> {
	const now = clock.now();
	const untouchedSince = new Date(now.getTime() - archiveAfterDays * DAY_MS);
	return inTransaction(db, workspaceId, async (tx) => {
		const { rows } = await tx.query(
			selectUntouchedForUpdate(workspaceId, untouchedSince, BATCH),
		);
		if (rows.length === 0) return 0;
		const ids = rows.map(({ id }) => id);
		const updatedAt = now.toISOString();
		tx.defer(archiveTicketRows(workspaceId, ids, now));
		writeEvents(
			tx,
			workspaceId,
			rows.flatMap((ticket) => {
				const next = { ...ticket, status: "archived" as const, updatedAt };
				return ticketChanged(OWN_JOB, "ticket.updated", ticket, next, now);
			}),
		);
		return rows.length;
	});
}
