import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { UpdateAgentRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/directory.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { z } from "../openapi/zod.ts";
import { Agent } from "./directory-resources.ts";
import { type Clients, endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { text } from "./fields.ts";
import { cursor, limit, oneOfOrAll, sort, toPage } from "./query-fields.ts";
import { listOf } from "./resources.ts";

const agentId: PathId = {
	prefix: "usr",
	notFound: "agent_not_found",
	noun: "agent",
};

export const NAME_CHARACTERS_MAX = 200;
const EMAIL_CHARACTERS_MAX = 254;

export const directoryName = text({ max: NAME_CHARACTERS_MAX, trimmed: true });

const NewAgent = z
	.strictObject({
		name: directoryName,
		email: text({ max: EMAIL_CHARACTERS_MAX, trimmed: true }).openapi({
			format: "email",
		}),
	})
	.openapi("NewAgent");

const AgentChanges = z
	.strictObject({
		name: directoryName.optional(),
		deactivated: z.boolean().optional(),
	})
	.openapi("AgentChanges");

/**
 * Changes the agent, and whether its account and its keys are refused, which the gateway stores. Should the gateway die in
 * between, the client has got no response, and its retry does all again.
 */
async function changeAgent(
	{ tickets, keys, accounts }: Clients,
	request: UpdateAgentRequest,
	context: CallContext,
): Promise<Rendered> {
	if (request.deactivated)
		await accounts.deactivate({ agentId: request.id }, context);
	const response = await tickets.updateAgent(request, context);
	if (request.deactivated !== undefined) {
		const agent = JSON.parse(Buffer.from(response.body).toString());
		await keys.saveOwnerDeactivation(agent, context);
	}
	return response;
}

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

export const createAgent = endpoint({
	method: "post",
	path: "/v1/agents",
	scope: "workspace:write",
	ids: {},
	body: NewAgent,
	idempotent: true,
	location: (id) => `/v1/agents/${id}`,
	call: ({ tickets }, { body, idempotency }, context) =>
		tickets.createAgent({ ...body, idempotency }, context),
	documentation: {
		operationId: "createAgent",
		tag: "Directory",
		summary: "Create an agent",
		status: 201,
		response: Agent,
		errors: ["agent_exists"],
		requestExample: {
			name: examples.agentRecord.name,
			email: examples.agentRecord.email,
		},
		responseExample: examples.agentRecord,
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

export const updateAgent = endpoint({
	method: "patch",
	path: "/v1/agents/:id",
	scope: "workspace:write",
	ids: { id: agentId },
	body: AgentChanges,
	bodyOptional: true,
	call: (clients, { params, body }, context) =>
		changeAgent(clients, { id: params.id!, ...body }, context),
	documentation: {
		operationId: "updateAgent",
		tag: "Directory",
		summary: "Update an agent",
		description: "Only the fields in the body change.",
		response: Agent,
		errors: ["last_admin"],
		requestExample: { name: "Kim Lee" },
		responseExample: { ...examples.agentRecord, name: "Kim Lee" },
	},
});

export const deleteAgent = endpoint({
	method: "delete",
	path: "/v1/agents/:id",
	scope: "workspace:write",
	ids: { id: agentId },
	call: (clients, { params }, context) =>
		changeAgent(clients, { id: params.id!, deactivated: true }, context),
	documentation: {
		operationId: "deleteAgent",
		tag: "Directory",
		summary: "Deactivate an agent",
		description:
			"The agent gets no more tickets, and its keys are refused within 5 s; tickets and messages keep showing it. The last admin who can sign in to the console cannot be deactivated. `deactivated: false` in a PATCH undoes it.",
		response: Agent,
		errors: ["last_admin"],
		responseExample: {
			...examples.agentRecord,
			deactivated_at: examples.agentRecord.created_at,
		},
	},
});
