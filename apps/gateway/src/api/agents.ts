import { z } from "../openapi/zod.ts";
import { Agent } from "./directory-resources.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { cursor, limit, oneOfOrAll, sort, toPage } from "./query-fields.ts";
import { listOf } from "./resources.ts";

const agentId: PathId = {
	prefix: "usr",
	notFound: "agent_not_found",
	noun: "agent",
};

export const listAgents = endpoint({
	method: "get",
	path: "/v1/agents",
	scope: "workspace:read",
	ids: {},
	query: z.strictObject({
		status: oneOfOrAll(["active", "deactivated"]),
		sort: sort(["created_at", "name"], "created_at:asc"),
		limit,
		cursor,
	}),
	call: ({ tickets }, { query }, context) =>
		tickets.listAgents({ page: toPage(query), status: query.status }, context),
	documentation: {
		operationId: "listAgents",
		tag: "Directory",
		summary: "List agents",
		response: listOf(Agent, "AgentList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.agentRecord),
	},
});

export const getAgent = endpoint({
	method: "get",
	path: "/v1/agents/:id",
	scope: "workspace:read",
	ids: { id: agentId },
	call: ({ tickets }, { params }, context) =>
		tickets.getAgent({ id: params.id! }, context),
	documentation: {
		operationId: "getAgent",
		tag: "Directory",
		summary: "Retrieve an agent",
		response: Agent,
		responseExample: examples.agentRecord,
	},
});
