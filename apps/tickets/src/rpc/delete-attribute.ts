import type { DeleteAttributeRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { deleteAttribute as deleteAttributeRow } from "@supportdesk/directory/attributes.ts";
import { noSuchAttribute } from "@supportdesk/directory/errors.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";

export function deleteAttribute({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ key }: DeleteAttributeRequest, context: CallContext) => {
		const { workspaceId } = context;
		const scope = `attributes.delete:${key}`;
		const operation = operationOf(context, scope, undefined, clock.now());
		const response = await runOperation(
			db,
			operation,
			[deleteAttributeRow(workspaceId, key)],
			async (_tx, [deleted]) => {
				if (deleted.count === 0) throw noSuchAttribute();
				const body = JSON.stringify({ key, deleted: true });
				return { status: 200, body, resourceId: "" };
			},
		);
		return stored(response);
	};
}
