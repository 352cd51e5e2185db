import type { RemoveTagRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { later } from "@supportdesk/operations/later.ts";
import { once } from "@supportdesk/operations/once.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTag } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { tagNotFound, ticketNotFound } from "../domain/errors.ts";
import { deleteTag, saveTags } from "../store/tags.ts";
import { type TicketRow, ticketFromRow } from "../store/ticket-rows.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { ticketJson } from "./ticket-json.ts";

export function removeTag({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: RemoveTagRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId } = request;
		const tag = normaliseTag(request.tag);
		const now = clock.now();
		return once<[TicketRow]>(
			db,
			context,
			`tags.remove:${ticketId}`,
			undefined,
			now,
			[selectTicketForUpdate(workspaceId, ticketId)],
			async (tx, [{ rows }]) => {
				if (!rows[0]) throw ticketNotFound();
				const current = ticketFromRow(rows[0]);
				if (!current.tags.includes(tag)) throw tagNotFound();
				const next = {
					...current,
					tags: current.tags.filter((other) => other !== tag),
					updatedAt: later(current.updatedAt, now),
				};
				tx.defer(deleteTag(workspaceId, ticketId, tag));
				tx.defer(saveTags(workspaceId, ticketId, next.tags, next.updatedAt));
				return { status: 200, body: ticketJson(next), resourceId: "" };
			},
		);
	};
}
