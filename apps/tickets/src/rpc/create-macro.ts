import type { CreateMacroRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/macros.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { checkMacro, type Macro } from "../domain/macro.ts";
import { pickAssignee } from "../domain/references.ts";
import { insertMacro } from "../store/macros.ts";
import { selectReferences } from "../store/references.ts";
import { changesFromProto, macroJson } from "./macro-json.ts";

export function createMacro({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateMacroRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const createdAt = now.toISOString();
		const macro: Macro = {
			id: newId("mcr", now.getTime()),
			name: request.name,
			body: request.body ?? null,
			type: request.type as Macro["type"],
			changes: changesFromProto(request.changes),
			createdAt,
			updatedAt: createdAt,
		};
		checkMacro(macro);
		const assigneeId = macro.changes.assignee_id ?? undefined;
		const operation = operationOf(
			context,
			"macros.create",
			request.idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[selectReferences(workspaceId, { assigneeId })],
			async (tx, [references]) => {
				pickAssignee(assigneeId, references.rows[0]!.assignee);
				tx.defer(insertMacro(workspaceId, macro));
				return { status: 201, body: macroJson(macro), resourceId: macro.id };
			},
		);
		return stored(response);
	};
}
