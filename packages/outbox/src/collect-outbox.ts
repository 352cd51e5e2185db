import type {
	CollectOutboxRequest,
	CollectOutboxResponse,
} from "@supportdesk/contracts/supportdesk/events/v1/outbox.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { runOutsideWorkspaces } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import {
	deleteAppended,
	ENTER_AS_COLLECTOR,
	selectNext,
} from "./store/outbox.ts";

/**
 * The handler by which the events service empties the outbox of the service that owns `db`: it deletes the events that
 * are in the log and returns the next ones, of all workspaces. An event whose transaction commits late is returned by a
 * later call, whatever its position is: no event is skipped.
 *
 * @throws AppError `service_unavailable` when the database is unavailable.
 */
export function collectOutbox({ db }: { readonly db: Pool }) {
	return async (
		{ appendedPositions, limit }: CollectOutboxRequest,
		{ signal }: CallContext,
	): Promise<CollectOutboxResponse> => {
		const run = <const S extends readonly Statement[]>(statements: S) =>
			runOutsideWorkspaces(db, statements, signal);
		const next = selectNext(limit);
		if (appendedPositions.length === 0) {
			const [, { rows: events }] = await run([ENTER_AS_COLLECTOR, next]);
			return { events };
		}
		const appended = deleteAppended(appendedPositions);
		const [, , { rows: events }] = await run([
			ENTER_AS_COLLECTOR,
			appended,
			next,
		]);
		return { events };
	};
}
