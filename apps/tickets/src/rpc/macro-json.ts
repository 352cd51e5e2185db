import type { MacroChanges as MacroChangesProto } from "@supportdesk/contracts/supportdesk/tickets/v1/macros.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import type { Macro, MacroChanges } from "../domain/macro.ts";

/** The API's Macro object. */
export function macroJson(macro: Macro): string {
	const { id, name, body, type, changes, createdAt, updatedAt } = macro;
	return JSON.stringify({
		id,
		name,
		body,
		type,
		changes,
		created_at: createdAt,
		updated_at: updatedAt,
	});
}

/** The changes of a request; the fields that it does not name are absent. */
export function changesFromProto(
	changes: MacroChangesProto | undefined,
): MacroChanges {
	if (!changes) return {};
	const { status, priority, assigneeId } = changes;
	const tags = normaliseTags(changes.tags);
	return {
		...(status !== undefined && { status: status as MacroChanges["status"] }),
		...(priority !== undefined && {
			priority: priority as MacroChanges["priority"],
		}),
		...(tags.length > 0 && { tags }),
		...(assigneeId !== undefined && { assignee_id: assigneeId || null }),
	};
}
