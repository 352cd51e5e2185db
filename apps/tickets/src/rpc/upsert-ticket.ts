import type { CreateTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import type { StoredResponse } from "@supportdesk/pg/operation.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import { selectReferences } from "../store/references.ts";
import {
	selectIdByExternalId,
	selectTicketForUpdate,
} from "../store/tickets.ts";
import { changeTicket } from "./change-ticket.ts";
import { ticketJson } from "./ticket-json.ts";
import { patchFromProto, type TicketChanges } from "./update-ticket.ts";

export type CreateTicket = (
	request: CreateTicketRequest,
	context: CallContext,
) => Promise<StoredResponse>;

const ATTEMPTS_MAX = 3; // a ticket may be made or deleted between two statements, but not again and again

// Thrown, and not stored as the response, because the other half of an upsert can do what this one could not.
const refusal = (message: string) =>
	new AppError("service_unavailable", "service_unavailable", message, {
		retryAfterSeconds: 1,
	});
/** A ticket with the external id was made after it was looked for. */
export const NAMED_MEANWHILE = refusal(
	"Other requests keep creating the ticket. Retry in a second.",
);
const DELETED_MEANWHILE = refusal(
	"Other requests keep deleting the ticket. Retry in a second.",
);

/**
 * Changes the ticket with the request's external id, or creates it. Both are one operation for an idempotency key: a
 * repetition gets the response of the one that was carried out.
 */
export function upsertTicket(
	{ db, clock }: Pick<Deps, "db" | "clock">,
	create: CreateTicket,
): CreateTicket {
	const change = changeNamed({ db, clock });
	return async (request, context) => {
		const { workspaceId } = context;
		for (let attempt = 1; ; attempt += 1) {
			const [id] = await read(
				db,
				context,
				selectIdByExternalId(workspaceId, request.externalId),
			);
			try {
				return id === undefined
					? await create(request, context)
					: await change(id, request, context);
			} catch (err) {
				const isWorthRepeating =
					err === NAMED_MEANWHILE || err === DELETED_MEANWHILE;
				if (!isWorthRepeating || attempt === ATTEMPTS_MAX) throw err;
			}
		}
	};
}

function changeNamed({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (
		id: string,
		request: CreateTicketRequest,
		context: CallContext,
	): Promise<StoredResponse> => {
		const { workspaceId } = context;
		const now = clock.now();
		const changes = changesOf(request);
		const tags = request.givesTags ? normaliseTags(request.tags) : undefined;
		return runOperation(
			db,
			operationOf(context, "tickets.create", request.idempotency, now),
			[
				selectTicketForUpdate(workspaceId, id),
				selectReferences(workspaceId, changes),
				selectAttributeDefinitions(workspaceId),
			],
			async (tx, [tickets, references, defined]) => {
				const [current] = tickets.rows;
				if (current?.externalId !== request.externalId) throw DELETED_MEANWHILE;
				const patch = patchFromProto(
					changes,
					current!,
					references.rows[0]!,
					defined.rows[0]!.definitions,
				);
				const next = await changeTicket(
					tx,
					context,
					current!,
					{ ...patch, tags },
					now,
				);
				return { status: 200, body: ticketJson(next), resourceId: "" };
			},
		);
	};
}

/** The words, the contact and the channel are those of the first message, and stay. */
function changesOf(request: CreateTicketRequest): TicketChanges {
	return {
		subject: request.subject,
		priority: request.givesPriority ? request.priority : undefined,
		assigneeId: request.assigneeId,
		groupId: request.groupId,
		customAttributesJson: request.customAttributesJson || undefined,
	};
}
