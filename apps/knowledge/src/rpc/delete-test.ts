import type { DeleteTestRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { testNotFound } from "../domain/errors.ts";
import { deleteTest as deleteTestRow } from "../store/knowledge-tests.ts";

export function deleteTest({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteTestRequest, context: CallContext) => {
		const { workspaceId } = context;
		const scope = `knowledge_tests.delete:${id}`;
		const operation = operationOf(context, scope, undefined, clock.now());
		const response = await runOperation(
			db,
			operation,
			[deleteTestRow(workspaceId, id)],
			async (_tx, [deleted]) => {
				if (deleted.count === 0) throw testNotFound();
				const body = JSON.stringify({ id, deleted: true });
				return { status: 200, body, resourceId: "" };
			},
		);
		return stored(response);
	};
}
