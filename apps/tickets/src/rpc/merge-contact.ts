import type { MergeContactRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import { later } from "@supportdesk/operations/later.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { replaceAddresses } from "../contacts/addresses.ts";
import type { Deps } from "../deps.ts";
import { fillAttributes } from "../domain/attributes.ts";
import type { ContactRecord } from "../domain/contact.ts";
import {
	mergedIntoItself,
	mergeTargetNotFound,
	noSuchContact,
} from "../domain/errors.ts";
import { contactMerged, contactUpdated } from "../events/contact-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { MOVED_BATCH } from "../jobs/move-tickets.ts";
import { moveTicketsJob } from "../queue.ts";
import {
	moveMailedMessages,
	moveTickets,
	redirectContact,
	saveContact,
	saveLastSeen,
} from "../store/contact-changes.ts";
import {
	lockContact,
	selectAddressRows,
	selectContact,
} from "../store/contacts.ts";
import { contactJson } from "./contact-json.ts";

// A create that looked its contact up before the merge committed has ended by then.
const LEFT_BEHIND_MS = 60_000;

export function mergeContact({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: MergeContactRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const operation = operationOf(
			context,
			`contacts.merge:${request.id}`,
			request.idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[
				lockContact(workspaceId, request.id),
				lockContact(workspaceId, request.into),
				selectContact(workspaceId, request.id),
				selectContact(workspaceId, request.into),
			],
			async (tx, [, , sources, targets]) => {
				const [source] = sources.rows;
				const [target] = targets.rows;
				if (!source) throw noSuchContact();
				if (!target) throw mergeTargetNotFound();
				if (source.id === target.id) throw mergedIntoItself();
				const at = later(target.updatedAt, now);
				tx.defer(redirectContact(workspaceId, source.id, target.id, at));
				tx.defer(saveContact(workspaceId, merged(target, source), at));
				if (source.lastSeenAt)
					tx.defer(saveLastSeen(workspaceId, target.id, source.lastSeenAt));
				// A contact that had no address of its own has a main one now.
				if (target.addresses.length === 0 && source.addresses.length > 0) {
					const { rows } = await tx.query(
						selectAddressRows(workspaceId, target.id),
					);
					const held = rows.filter(({ address }) => address !== "");
					replaceAddresses(tx, workspaceId, rows, held, now);
				}
				const [moved, found] = await tx.batch([
					moveTickets(workspaceId, target.id, at, MOVED_BATCH),
					selectContact(workspaceId, target.id),
				]);
				const after = found.rows[0]!;
				tx.defer(moveMailedMessages(workspaceId, target.id));
				const payload = { workspaceId, contactId: target.id };
				if (moved.count === MOVED_BATCH) tx.defer(moveTicketsJob(payload, now));
				const leftBehindAt = new Date(now.getTime() + LEFT_BEHIND_MS);
				tx.defer(moveTicketsJob(payload, leftBehindAt));
				writeEvents(tx, workspaceId, [
					contactMerged(context, source, after, now),
					...contactUpdated(context, target, after, now),
				]);
				return { status: 200, body: contactJson(after), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** What the target says stays; the source fills what it leaves open. */
function merged(target: ContactRecord, source: ContactRecord): ContactRecord {
	return {
		...target,
		externalId: target.externalId ?? source.externalId,
		customAttributesJson: fillAttributes(
			target.customAttributesJson,
			source.customAttributesJson,
		),
	};
}
