import type { StartBulkRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { mergeAttributes } from "../domain/attributes.ts";
import { type BulkChanges, UNFINISHED_MAX } from "../domain/bulk.ts";
import { nothingToSearch, tooManyBulks } from "../domain/errors.ts";
import { readParticipants } from "../domain/participants.ts";
import { pickAssignee, pickGroup } from "../domain/references.ts";
import { readSearchQuery } from "../domain/search-query.ts";
import { requireOthers } from "../participants/require-others.ts";
import { bulkJob } from "../queue.ts";
import { selectAttributeDefinitions } from "../store/attributes.ts";
import {
	countUnfinished,
	insertBulk,
	insertItems,
} from "../store/bulk-jobs.ts";
import { selectReferences } from "../store/references.ts";
import { bulkJson } from "./bulk-json.ts";
import { filterFromProto } from "./list-tickets.ts";

/** Stores which tickets are to be changed and how, and queues the job that does it. */
export function startBulk({
	db,
	clock,
	mailFrom,
}: Pick<Deps, "db" | "clock" | "mailFrom">) {
	return async (request: StartBulkRequest, context: CallContext) => {
		const { workspaceId, apiKeyId, requestId } = context;
		const now = clock.now();
		const changes = changesOf(request);
		const participants = readParticipants(changes.participantsJson ?? "[]");
		const filter = filterOf(request);
		const ticketIds = [...new Set(request.ids)];
		const response = await runOperation(
			db,
			operationOf(context, "tickets.bulk", request.idempotency, now),
			[
				selectReferences(workspaceId, {
					assigneeId: changes.assigneeId || undefined,
					groupId: changes.groupId || undefined,
				}),
				selectAttributeDefinitions(workspaceId),
				countUnfinished(workspaceId),
			],
			async (tx, [references, defined, unfinished]) => {
				const found = references.rows[0]!;
				pickAssignee(changes.assigneeId, found.assignee);
				pickGroup(changes.groupId, found.group);
				if (changes.customAttributesJson !== undefined)
					mergeAttributes(
						defined.rows[0]!.definitions,
						"{}",
						changes.customAttributesJson,
					);
				await requireOthers(tx, workspaceId, mailFrom, participants);
				if (unfinished.rows[0]! >= UNFINISHED_MAX)
					throw tooManyBulks(UNFINISHED_MAX);
				const id = newId("blk", now.getTime());
				const createdAt = now.toISOString();
				tx.defer(
					insertBulk(workspaceId, {
						...{ id, filter, changes },
						...{ apiKeyId, requestId, createdAt },
					}),
				);
				if (!filter) tx.defer(insertItems(workspaceId, id, ticketIds));
				tx.defer(bulkJob({ workspaceId, bulkId: id }));
				const body = bulkJson({
					...{ id, status: filter ? "collecting" : "running" },
					...{ total: ticketIds.length, changed: 0, unchanged: 0, failed: 0 },
					...{ createdAt, finishedAt: null },
				});
				return { status: 202, body, resourceId: id };
			},
		);
		return stored(response);
	};
}

function changesOf({ changes }: StartBulkRequest): BulkChanges {
	const { addTags = [], removeTags = [], ...fields } = changes ?? {};
	return {
		...fields,
		addTags: normaliseTags(addTags),
		removeTags: normaliseTags(removeTags),
	};
}

/** @throws AppError `invalid_parameter` where there is no word to search for. */
function filterOf({ filter }: StartBulkRequest) {
	if (!filter) return undefined;
	if (filter.q !== undefined && readSearchQuery(filter.q).length === 0)
		throw nothingToSearch("filter.q");
	return filterFromProto(filter);
}
