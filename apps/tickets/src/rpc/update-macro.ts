import type { UpdateMacroRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/macros.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { macroNotFound } from "../domain/errors.ts";
import { checkMacro, type Macro } from "../domain/macro.ts";
import { pickAssignee } from "../domain/references.ts";
import { lockMacro, saveMacro } from "../store/macros.ts";
import { selectReferences } from "../store/references.ts";
import { changesFromProto, macroJson } from "./macro-json.ts";

export function updateMacro({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: UpdateMacroRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id } = request;
		const now = clock.now();
		const assigneeId = request.changes?.assigneeId || undefined;
		const operation = operationOf(
			context,
			`macros.update:${id}`,
			undefined,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[
				lockMacro(workspaceId, id),
				selectReferences(workspaceId, { assigneeId }),
			],
			async (tx, [locked, references]) => {
				const [current] = locked.rows;
				if (!current) throw macroNotFound();
				const next = changed(current, request, now);
				if (next !== current) {
					checkMacro(next);
					pickAssignee(assigneeId, references.rows[0]!.assignee);
					tx.defer(saveMacro(workspaceId, next));
				}
				return { status: 200, body: macroJson(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** The same macro if the request names no field. */
function changed(macro: Macro, request: UpdateMacroRequest, now: Date): Macro {
	const { name, body, type, changes } = request;
	const given = [name, body, type, changes].some(
		(field) => field !== undefined,
	);
	if (!given) return macro;
	return {
		...macro,
		name: name ?? macro.name,
		body: body === undefined ? macro.body : body || null,
		type: (type as Macro["type"] | undefined) ?? macro.type,
		changes: changes ? changesFromProto(changes) : macro.changes,
		updatedAt: later(macro.updatedAt, now),
	};
}
