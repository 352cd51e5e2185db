import type { AddTagsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { joinTags, normaliseTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { requireWritable } from "../domain/merge.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { insertTags, saveTags } from "../store/tags.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { ticketJson } from "./ticket-json.ts";

export function addTags({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: AddTagsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId } = request;
		const tags = normaliseTags(request.tags);
		const now = clock.now();
		const operation = operationOf(
			context,
			`tags.add:${ticketId}`,
			request.idempotency,
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
				const joined = joinTags(current.tags, tags);
				if (joined.length === current.tags.length) {
					return { status: 200, body: ticketJson(current), resourceId: "" };
				}
				const next = {
					...current,
					tags: joined,
					updatedAt: later(current.updatedAt, now),
				};
				tx.defer(insertTags(workspaceId, ticketId, tags, current.createdAt));
				tx.defer(saveTags(workspaceId, ticketId, joined, next.updatedAt));
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
