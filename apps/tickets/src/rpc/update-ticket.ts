import {
	type UpdateTicketRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import {
	type AttributeDefinition,
	mergeAttributes,
} from "../domain/attributes.ts";
import { requireWritable } from "../domain/merge.ts";
import { joinParticipants, readParticipants } from "../domain/participants.ts";
import { pickAssignee, pickGroup } from "../domain/references.ts";
import type {
	Priority,
	Ticket,
	TicketPatch,
	TicketStatus,
} from "../domain/ticket.ts";
import { requireOthers } from "../participants/require-others.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import { type Referenced, selectReferences } from "../store/references.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { changeTicket } from "./change-ticket.ts";
import { conversationJson, ticketJson } from "./ticket-json.ts";

/** The fields of a request that changes a ticket. */
export type TicketChanges = Omit<
	UpdateTicketRequest,
	"id" | "view" | "participantsJson"
>;

type UpdateDeps = Pick<Deps, "db" | "clock" | "mailFrom">;

export function updateTicket({ db, clock, mailFrom }: UpdateDeps) {
	return async (request: UpdateTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const participants =
			request.participantsJson === undefined
				? undefined
				: readParticipants(request.participantsJson);
		const operation = operationOf(
			context,
			`tickets.update:${request.id}`,
			undefined,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[
				selectTicketForUpdate(workspaceId, request.id),
				selectReferences(workspaceId, {
					assigneeId: request.assigneeId || undefined,
					groupId: request.groupId || undefined,
				}),
				...(request.customAttributesJson === undefined
					? []
					: [selectAttributeDefinitions(workspaceId)]),
			],
			async (
				tx,
				[
					{
						rows: [found],
					},
					references,
					defined,
				],
			) => {
				const current = requireWritable(found);
				const patch = patchFromProto(
					request,
					current,
					references.rows[0]!,
					defined?.rows[0]?.definitions ?? [],
				);
				await requireOthers(tx, workspaceId, mailFrom, participants ?? []);
				const next = await changeTicket(
					tx,
					context,
					current,
					{
						...patch,
						participants:
							participants &&
							joinParticipants([], participants, current.contact.email),
					},
					now,
				);
				const render =
					request.view === View.VIEW_CONVERSATION
						? conversationJson
						: ticketJson;
				return { status: 200, body: render(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** What a request changes. */
export function patchFromProto(
	request: TicketChanges,
	current: Ticket,
	found: Referenced,
	definitions: readonly AttributeDefinition[],
): TicketPatch {
	const { assigneeId, groupId, customAttributesJson } = request;
	const { aiIntent: intent, aiSentiment: sentiment } = request;
	const [assignee, group, attributes] = validateAll(
		() => pickAssignee(assigneeId, found.assignee),
		() => pickGroup(groupId, found.group),
		() =>
			customAttributesJson === undefined
				? undefined
				: mergeAttributes(
						definitions,
						current.customAttributesJson,
						customAttributesJson,
					),
	);
	return {
		subject: request.subject,
		status: request.status as TicketStatus | undefined,
		priority: request.priority as Priority | undefined,
		assignee: assigneeId === "" ? null : assignee,
		group: groupId === "" ? null : group,
		customAttributesJson: attributes,
		externalId: request.externalId === "" ? null : request.externalId,
		correction:
			intent === undefined && sentiment === undefined
				? undefined
				: { intent, sentiment },
	};
}
