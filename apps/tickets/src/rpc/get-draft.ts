import type { GetDraftRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { lookupAll } from "@supportdesk/pg/lookup.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { draftNotFound, ticketNotFound } from "../domain/errors.ts";
import { selectCurrentDraft } from "../store/drafts.ts";
import { selectTicket } from "../store/tickets.ts";
import { draftJson } from "./draft-json.ts";

export function getDraft({ db }: Pick<Deps, "db">) {
	return async ({ ticketId }: GetDraftRequest, context: CallContext) => {
		const { workspaceId } = context;
		const [tickets, drafts] = await lookupAll(db, context, [
			selectTicket(workspaceId, ticketId),
			selectCurrentDraft(workspaceId, ticketId),
		]);
		if (!tickets[0]) throw ticketNotFound();
		const [current] = drafts;
		if (!current) throw draftNotFound();
		return ok(draftJson(current.draft, current.lastInboundId));
	};
}
