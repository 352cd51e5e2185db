import type { GetFiguresRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { selectDays, selectSample } from "../store/figures.ts";

const DAY_MS = 86_400_000;

export function getFigures({ db }: Pick<Deps, "db">) {
	return async ({ from, to }: GetFiguresRequest, context: CallContext) => {
		const { workspaceId } = context;
		const begin = new Date(from).toISOString();
		const until = new Date(Date.parse(to) + DAY_MS).toISOString();
		const [days, [sample]] = await readAll(db, context, [
			selectDays(workspaceId, begin, until),
			selectSample(workspaceId, begin, until),
		]);
		const sum = (field: "created" | "resolved") =>
			days.reduce((total, day) => total + day[field], 0);
		const of = sample!;
		return ok(
			JSON.stringify({
				from,
				to,
				created: sum("created"),
				resolved: sum("resolved"),
				days,
				sampled_tickets: of.tickets,
				first_reply: medianOf(of.replied, of.firstReplySeconds),
				resolution: medianOf(of.resolved, of.resolutionSeconds),
				drafts: {
					sent_unchanged: of.draftsUnchanged,
					sent_edited: of.draftsEdited,
					discarded: of.draftsDiscarded,
				},
			}),
		);
	};
}

function medianOf(tickets: number, seconds: number | null) {
	return {
		tickets,
		median_seconds: seconds === null ? null : Math.round(seconds),
	};
}
