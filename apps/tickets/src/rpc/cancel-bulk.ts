import type { CancelBulkRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/bulk.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { bulkNotFound } from "../domain/errors.ts";
import { finishBulk, lockBulk, selectBulk } from "../store/bulk-jobs.ts";
import { bulkJson } from "./bulk-json.ts";

/** Changes no further ticket; those that were changed stay so. A job that has ended stays as it is. */
export function cancelBulk({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CancelBulkRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id, idempotency } = request;
		const now = clock.now();
		const response = await runOperation(
			db,
			operationOf(context, `bulk.cancel:${id}`, idempotency, now),
			[
				lockBulk(workspaceId, id),
				finishBulk(workspaceId, id, "cancelled", now),
				selectBulk(workspaceId, id),
			],
			async (_tx, [, , { rows }]) => {
				if (!rows[0]) throw bulkNotFound();
				return { status: 200, body: bulkJson(rows[0]), resourceId: "" };
			},
		);
		return stored(response);
	};
}
