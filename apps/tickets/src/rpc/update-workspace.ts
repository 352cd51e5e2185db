import type { UpdateWorkspaceRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { saveSettings, selectSettings } from "../store/workspace-settings.ts";
import { workspaceJson } from "./workspace-json.ts";

export function updateWorkspace({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateWorkspaceRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { pendingAfterReply } = request;
		const now = clock.now();
		const operation = operationOf(context, "workspace.update", undefined, now);
		const response = await runOperation(
			db,
			operation,
			[selectSettings(workspaceId)],
			async (tx, [{ rows }]) => {
				const next =
					pendingAfterReply === undefined
						? rows[0]!
						: { ...rows[0]!, pendingAfterReply };
				tx.defer(saveSettings(workspaceId, next, now));
				const body = workspaceJson(workspaceId, next);
				return { status: 200, body, resourceId: "" };
			},
		);
		return stored(response);
	};
}
