import { z } from "../openapi/zod.ts";
import { directoryName } from "./agents.ts";
import { GroupDetails } from "./directory-resources.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf } from "./fields.ts";
import { cursor, limit, oneOfOrAll, sort, toPage } from "./query-fields.ts";
import { listOf } from "./resources.ts";

const groupId: PathId = {
	prefix: "grp",
	notFound: "group_not_found",
	noun: "group",
};

const AGENTS_MAX = 1_000;

const agentIds = z
	.array(idOf("usr"))
	.max(AGENTS_MAX, { error: `must have at most ${AGENTS_MAX} entries` });

const NewGroup = z
	.strictObject({ name: directoryName, agent_ids: agentIds.optional() })
	.openapi("NewGroup");

const GroupChanges = z
	.strictObject({
		name: directoryName.optional(),
		agent_ids: agentIds
			.optional()
			.openapi({ description: "Replaces the group's agents." }),
		deactivated: z.boolean().optional(),
	})
	.openapi("GroupChanges");

export const listGroups = endpoint({
	method: "get",
	path: "/v1/groups",
	scope: "workspace:read",
	ids: {},
	query: z.strictObject({
		status: oneOfOrAll(["active", "deactivated"]),
		sort: sort(["created_at", "name"], "created_at:asc"),
		limit,
		cursor,
	}),
	call: ({ tickets }, { query }, context) =>
		tickets.listGroups({ page: toPage(query), status: query.status }, context),
	documentation: {
		operationId: "listGroups",
		tag: "Directory",
		summary: "List groups",
		response: listOf(GroupDetails, "GroupList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.groupDetails),
	},
});

export const createGroup = endpoint({
	method: "post",
	path: "/v1/groups",
	scope: "workspace:write",
	ids: {},
	body: NewGroup,
	idempotent: true,
	location: (id) => `/v1/groups/${id}`,
	call: ({ tickets }, { body, idempotency }, context) =>
		tickets.createGroup(
			{ name: body.name, agentIds: body.agent_ids ?? [], idempotency },
			context,
		),
	documentation: {
		operationId: "createGroup",
		tag: "Directory",
		summary: "Create a group",
		status: 201,
		response: GroupDetails,
		errors: ["group_exists", "agent_not_found"],
		requestExample: {
			name: examples.groupDetails.name,
			agent_ids: examples.groupDetails.agent_ids,
		},
		responseExample: examples.groupDetails,
	},
});

export const getGroup = endpoint({
	method: "get",
	path: "/v1/groups/:id",
	scope: "workspace:read",
	ids: { id: groupId },
	call: ({ tickets }, { params }, context) =>
		tickets.getGroup({ id: params.id! }, context),
	documentation: {
		operationId: "getGroup",
		tag: "Directory",
		summary: "Retrieve a group",
		response: GroupDetails,
		responseExample: examples.groupDetails,
	},
});

export const updateGroup = endpoint({
	method: "patch",
	path: "/v1/groups/:id",
	scope: "workspace:write",
	ids: { id: groupId },
	body: GroupChanges,
	bodyOptional: true,
	call: ({ tickets }, { params, body }, context) =>
		tickets.updateGroup(
			{
				id: params.id!,
				name: body.name,
				deactivated: body.deactivated,
				agents: body.agent_ids && { agentIds: body.agent_ids },
			},
			context,
		),
	documentation: {
		operationId: "updateGroup",
		tag: "Directory",
		summary: "Update a group",
		description: "Only the fields in the body change.",
		response: GroupDetails,
		errors: ["group_exists", "agent_not_found"],
		requestExample: { agent_ids: [] },
		responseExample: { ...examples.groupDetails, agent_ids: [] },
	},
});

export const deleteGroup = endpoint({
	method: "delete",
	path: "/v1/groups/:id",
	scope: "workspace:write",
	ids: { id: groupId },
	call: ({ tickets }, { params }, context) =>
		tickets.updateGroup(
			{ id: params.id!, deactivated: true, agents: undefined },
			context,
		),
	documentation: {
		operationId: "deleteGroup",
		tag: "Directory",
		summary: "Deactivate a group",
		description:
			"The group gets no more tickets; its tickets keep showing it. `deactivated: false` in a PATCH undoes it.",
		response: GroupDetails,
		responseExample: {
			...examples.groupDetails,
			deactivated_at: examples.groupDetails.created_at,
		},
	},
});
