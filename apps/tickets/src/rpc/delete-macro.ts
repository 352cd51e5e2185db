import type { DeleteMacroRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/macros.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { macroNotFound } from "../domain/errors.ts";
import { deleteMacro as deleteMacroRow } from "../store/macros.ts";

export function deleteMacro({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteMacroRequest, context: CallContext) => {
		const { workspaceId } = context;
		const scope = `macros.delete:${id}`;
		const operation = operationOf(context, scope, undefined, clock.now());
		const response = await runOperation(
			db,
			operation,
			[deleteMacroRow(workspaceId, id)],
			async (_tx, [deleted]) => {
				if (deleted.count === 0) throw macroNotFound();
				const body = JSON.stringify({ id, deleted: true });
				return { status: 200, body, resourceId: "" };
			},
		);
		return stored(response);
	};
}
