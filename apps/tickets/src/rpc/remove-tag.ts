import type { RemoveTagRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTag } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { tagNotFound } from "../domain/errors.ts";
import { requireWritable } from "../domain/merge.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { deleteTag, saveTags } from "../store/tags.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { ticketJson } from "./ticket-json.ts";

export function removeTag({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: RemoveTagRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId } = request;
		const tag = normaliseTag(request.tag);
		const now = clock.now();
		const operation = operationOf(
			context,
			`tags.remove:${ticketId}`,
			undefined,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[selectTicketForUpdate(workspaceId, ticketId)],
			async (
				tx,
				[
					{
						rows: [found],
					},
				],
			) => {
				const current = requireWritable(found);
				if (!current.tags.includes(tag)) throw tagNotFound();
				const next = {
					...current,
					tags: current.tags.filter((other) => other !== tag),
					updatedAt: later(current.updatedAt, now),
				};
				tx.defer(deleteTag(workspaceId, ticketId, tag));
				tx.defer(saveTags(workspaceId, ticketId, next.tags, next.updatedAt));
				const events = ticketChanged(
					context,
					"ticket.updated",
					current,
					next,
					now,
				);
				writeEvents(tx, workspaceId, events);
				return { status: 200, body: ticketJson(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}
