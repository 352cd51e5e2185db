import type { GetEventRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { eventNotFound } from "../domain/errors.ts";
import { eventJson } from "../domain/event.ts";
import { selectEvent } from "../store/events.ts";

export function getEvent({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetEventRequest, context: CallContext) => {
		const [event] = await read(
			db,
			context,
			selectEvent(context.workspaceId, id),
		);
		if (!event) throw eventNotFound();
		return ok(eventJson(event));
	};
}
