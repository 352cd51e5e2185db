import { z } from "../openapi/zod.ts";
import { BulkJob, BulkResult } from "./bulk-resources.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf, tags } from "./fields.ts";
import { cursor, limit, oneOfOrAll } from "./query-fields.ts";
import { listOf } from "./resources.ts";
import {
	emptyForNull,
	ticketChanges,
	ticketFilter,
	toFilter,
} from "./ticket-requests.ts";

const IDS_MAX = 500;

const bulkId: PathId = {
	prefix: "blk",
	notFound: "bulk_job_not_found",
	noun: "bulk job",
};

const says = (value: object) =>
	Object.values(value).some((each) => each !== undefined);

const filter = z
	.strictObject({
		...ticketFilter,
		status: z.enum(["open", "pending", "resolved", "archived"]).optional(),
		waiting: z.boolean().optional().openapi({
			description:
				"Only tickets whose customer waits for an answer, or only the others.",
		}),
	})
	.refine(says, {
		error: "must have a field",
		params: { code: "missing_parameter" },
	})
	.openapi({
		minProperties: 1,
		description:
			"The filters of the list, of which at least one is given. Tickets are meant that match while the job collects them, which it does before it changes the first one, and that were created before the request.",
	});

// What is said of one ticket alone stays out.
const {
	external_id: _,
	signals: _signals,
	...changeable
} = ticketChanges.shape;

const changes = z
	.strictObject({
		...changeable,
		add_tags: tags.optional(),
		remove_tags: tags.optional(),
	})
	.refine(says, {
		error: "must have a field",
		params: { code: "missing_parameter" },
	})
	.openapi({
		minProperties: 1,
		description: "What is changed in each ticket; other fields stay.",
	});

const BulkChange = z
	.strictObject({
		ids: z
			.array(idOf("tkt"))
			.min(1, { error: "must have an id" })
			.max(IDS_MAX, { error: `must have at most ${IDS_MAX} entries` })
			.optional()
			.openapi({ description: "An id that is given twice counts once." }),
		filter: filter.optional(),
		changes,
	})
	.refine(({ ids, filter }) => ids !== undefined || filter !== undefined, {
		error: "is required unless filter is given",
		path: ["ids"],
		params: { code: "missing_parameter" },
	})
	.refine(({ ids, filter }) => ids === undefined || filter === undefined, {
		error: "cannot be given with ids",
		path: ["filter"],
	})
	.openapi("TicketBulk", {
		oneOf: [{ required: ["ids"] }, { required: ["filter"] }],
		description: "Either `ids` or `filter` is given.",
	});

export const startBulk = endpoint({
	method: "post",
	path: "/v1/tickets/bulk",
	scope: "tickets:write",
	ids: {},
	body: BulkChange,
	idempotent: true,
	location: (id) => `/v1/tickets/bulk/${id}`,
	call: ({ tickets }, { body, idempotency }, context) => {
		const { status, priority, subject, custom_attributes, participants } =
			body.changes;
		return tickets.startBulk(
			{
				ids: body.ids ?? [],
				filter: body.filter && toFilter(body.filter),
				changes: {
					status,
					priority,
					subject,
					assigneeId: emptyForNull(body.changes.assignee_id),
					groupId: emptyForNull(body.changes.group_id),
					customAttributesJson:
						custom_attributes && JSON.stringify(custom_attributes),
					addTags: body.changes.add_tags ?? [],
					removeTags: body.changes.remove_tags ?? [],
					participantsJson: participants && JSON.stringify(participants),
				},
				idempotency,
			},
			context,
		);
	},
	documentation: {
		operationId: "startBulkChange",
		tag: "Tickets",
		summary: "Change many tickets",
		description:
			"A job changes the tickets one after the other, each whole or not at all, exactly once and with one event. It goes on if the API key is revoked meanwhile. A workspace may have ten jobs that are not finished; more answer `concurrency_limit`.",
		status: 202,
		response: BulkJob,
		errors: [
			"undefined_attribute_key",
			"invalid_attribute_value",
			"assignee_not_found",
			"group_not_found",
		],
		requestExample: {
			ids: [examples.ticket.id],
			changes: { status: "resolved", add_tags: ["spring-sale"] },
		},
		responseExample: examples.bulkJob,
	},
});

export const getBulk = endpoint({
	method: "get",
	path: "/v1/tickets/bulk/:id",
	scope: "tickets:read",
	ids: { id: bulkId },
	call: ({ tickets }, { params }, context) =>
		tickets.getBulk({ id: params.id! }, context),
	documentation: {
		operationId: "getBulkChange",
		tag: "Tickets",
		summary: "Retrieve the progress of a bulk job",
		description: "A job is kept for 30 days after its end.",
		response: BulkJob,
		responseExample: examples.bulkJob,
	},
});

export const listBulkResults = endpoint({
	method: "get",
	path: "/v1/tickets/bulk/:id/results",
	scope: "tickets:read",
	ids: { id: bulkId },
	query: z.strictObject({
		status: oneOfOrAll(["pending", "changed", "unchanged", "failed"]),
		limit,
		cursor,
	}),
	call: ({ tickets }, { params, query }, context) =>
		tickets.listBulkResults(
			{
				id: params.id!,
				status: query.status,
				page: { limit: query.limit, cursor: query.cursor ?? "", sort: "" },
			},
			context,
		),
	documentation: {
		operationId: "listBulkResults",
		tag: "Tickets",
		summary: "List what became of each ticket of a bulk job",
		description:
			"In the order of the ids that were given, or of the tickets' creation.",
		response: listOf(BulkResult, "BulkResultList"),
		errors: ["invalid_cursor"],
		responseExample: examples.list(examples.bulkResult),
	},
});

export const cancelBulk = endpoint({
	method: "post",
	path: "/v1/tickets/bulk/:id/cancel",
	scope: "tickets:write",
	ids: { id: bulkId },
	body: z.strictObject({}).openapi("TicketBulkCancel"),
	bodyOptional: true,
	idempotent: true,
	call: ({ tickets }, { params, idempotency }, context) =>
		tickets.cancelBulk({ id: params.id!, idempotency }, context),
	documentation: {
		operationId: "cancelBulkChange",
		tag: "Tickets",
		summary: "Cancel a bulk job",
		description:
			"No further ticket is changed; those that were changed stay so. A job that has ended stays as it is.",
		response: BulkJob,
		responseExample: { ...examples.bulkJob, status: "cancelled" },
	},
});
