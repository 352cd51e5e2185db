import type { DropMailRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { quarantinedMailNotFound } from "../domain/errors.ts";
import { dropQuarantined } from "../store/quarantine.ts";

export function dropMail({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ mailboxId, id }: DropMailRequest, context: CallContext) => {
		const { workspaceId } = context;
		const scope = `mails.drop:${id}`;
		const operation = operationOf(context, scope, undefined, clock.now());
		const response = await runOperation(
			db,
			operation,
			[dropQuarantined(workspaceId, mailboxId, id)],
			async (_tx, [dropped]) => {
				if (dropped.count === 0) throw quarantinedMailNotFound();
				const body = JSON.stringify({ id, deleted: true });
				return { status: 200, body, resourceId: "" };
			},
		);
		return stored(response);
	};
}
