import type { GetBulkRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/bulk.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { bulkNotFound } from "../domain/errors.ts";
import { selectBulk } from "../store/bulk-jobs.ts";
import { bulkJson } from "./bulk-json.ts";

export function getBulk({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetBulkRequest, context: CallContext) => {
		const [bulk] = await read(db, context, selectBulk(context.workspaceId, id));
		if (!bulk) throw bulkNotFound();
		return ok(bulkJson(bulk));
	};
}
