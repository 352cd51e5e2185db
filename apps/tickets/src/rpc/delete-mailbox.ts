import type { DeleteMailboxRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { mailboxNotFound } from "../domain/errors.ts";
import { deleteMailbox as deleteMailboxRow } from "../store/mailboxes.ts";

export function deleteMailbox({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteMailboxRequest, context: CallContext) => {
		const { workspaceId } = context;
		const scope = `mailboxes.delete:${id}`;
		const operation = operationOf(context, scope, undefined, clock.now());
		const response = await runOperation(
			db,
			operation,
			[deleteMailboxRow(workspaceId, id)],
			async (_tx, [deleted]) => {
				if (deleted.count === 0) throw mailboxNotFound();
				const body = JSON.stringify({ id, deleted: true });
				return { status: 200, body, resourceId: "" };
			},
		);
		return stored(response);
	};
}
