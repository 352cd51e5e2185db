import type { Bulk, BulkResult } from "../domain/bulk.ts";

/** The API's BulkJob object. */
export function bulkJson(bulk: Bulk): string {
	const { id, status, total, changed, unchanged, failed } = bulk;
	return JSON.stringify({
		id,
		status,
		// Not known before all are collected.
		total: status === "collecting" ? null : total,
		changed,
		unchanged,
		failed,
		created_at: bulk.createdAt,
		finished_at: bulk.finishedAt,
	});
}

/** The API's BulkResult object. */
export function bulkResultJson({
	ticketId,
	status,
	error,
}: BulkResult): string {
	return JSON.stringify({ ticket_id: ticketId, status, error });
}
