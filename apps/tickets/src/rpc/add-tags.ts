import type { AddTagsRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { later } from "@supportdesk/operations/later.ts";
import { once } from "@supportdesk/operations/once.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { joinTags, normaliseTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { ticketNotFound } from "../domain/errors.ts";
import { insertTags, saveTags } from "../store/tags.ts";
import { type TicketRow, ticketFromRow } from "../store/ticket-rows.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { ticketJson } from "./ticket-json.ts";

export function addTags({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: AddTagsRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId } = request;
		const tags = normaliseTags(request.tags);
		const now = clock.now();
		return once<[TicketRow]>(
			db,
			context,
			`tags.add:${ticketId}`,
			request.idempotency,
			now,
			[selectTicketForUpdate(workspaceId, ticketId)],
			async (tx, [{ rows }]) => {
				if (!rows[0]) throw ticketNotFound();
				const current = ticketFromRow(rows[0]);
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
				return { status: 200, body: ticketJson(next), resourceId: "" };
			},
		);
	};
}
