import type { GetWorkspaceRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { selectSettings } from "../store/workspace-settings.ts";
import { workspaceJson } from "./workspace-json.ts";

export function getWorkspace({ db }: Pick<Deps, "db">) {
	return async (_request: GetWorkspaceRequest, context: CallContext) => {
		const { workspaceId } = context;
		const [settings] = await read(db, context, selectSettings(workspaceId));
		return ok(workspaceJson(workspaceId, settings!));
	};
}
