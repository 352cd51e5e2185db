import type { DeleteContactRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { noSuchContact } from "../domain/errors.ts";
import { contactErased } from "../events/contact-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { eraseContactJob } from "../queue.ts";
import { lockContact } from "../store/contacts.ts";
import { eraseContactRows, selectNamedRows } from "../store/erasure.ts";

// What had begun before has ended by then.
const AGAIN_AFTER_MS = 60_000;

/** Erases the contact's rows at once; a job erases what they left in tickets. */
export function deleteContact({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteContactRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const scope = `contacts.delete:${id}`;
		const operation = operationOf(context, scope, undefined, now);
		const response = await runOperation(
			db,
			operation,
			[lockContact(workspaceId, id)],
			async (
				tx,
				[
					{
						rows: [contactId],
					},
				],
			) => {
				if (contactId === undefined) throw noSuchContact();
				const { rows } = await tx.query(
					selectNamedRows(workspaceId, contactId),
				);
				tx.defer(eraseContactRows(workspaceId, contactId, now));
				const payload = {
					workspaceId,
					contactIds: rows.map((row) => row.id),
					words: rows.flatMap(({ name, address }) => [name, address]),
				};
				tx.defer(eraseContactJob(payload, now));
				const again = new Date(now.getTime() + AGAIN_AFTER_MS);
				tx.defer(eraseContactJob(payload, again));
				const events = rows.map((row) => contactErased(context, row.id, now));
				writeEvents(tx, workspaceId, events);
				return {
					status: 200,
					body: `{"id":"${id}","deleted":true}`,
					resourceId: "",
				};
			},
		);
		return stored(response);
	};
}
