import { AUDIT_TYPES } from "@supportdesk/accounts/audit-events.ts";
import { ROLES } from "@supportdesk/accounts/role.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { language } from "../accounts/fields.ts";
import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf } from "./fields.ts";
import { cursor, limit, sort, toPage } from "./query-fields.ts";
import { id, listOf, timestamp } from "./resources.ts";

const agentId: PathId = {
	prefix: "usr",
	notFound: "account_not_found",
	noun: "account",
};
const invitedId: PathId = {
	...agentId,
	notFound: "agent_not_found",
	noun: "agent",
};

const role = z.enum(ROLES).openapi({
	description:
		"`agent`: tickets, contacts and the knowledge base; `admin`: everything.",
});

const Account = z
	.object({
		agent_id: id("usr"),
		email: z.string(),
		role,
		status: z.enum(["invited", "active", "deactivated"]),
		second_factor: z.boolean(),
		provider_linked: z.boolean().openapi({
			description:
				"Whether the account belongs to a person of the installation's OpenID Connect provider, who has signed in there.",
		}),
		last_sign_in_at: timestamp.nullable(),
		created_at: timestamp,
	})
	.openapi("Account");

const AuditEvent = z
	.object({
		id: id("aud"),
		type: z.enum(AUDIT_TYPES),
		agent_id: id("usr").openapi({ description: "Whose account it is about." }),
		actor_id: z.string().nullable().openapi({
			description:
				"The agent or API key that did it; null for a person who was not signed in, and for the command line.",
		}),
		actor_key_name: z.string().nullable().openapi({
			description:
				"The name of the API key that did it, revoked or not, or its masked secret where it has no name; null for others.",
		}),
		address: z.string().nullable(),
		role: z.enum(ROLES).nullable().openapi({
			description:
				"The role that the account got, of `invited` and `role_changed`; null for other events.",
		}),
		created_at: timestamp,
	})
	.openapi("AuditEvent");

const example = {
	agent_id: examples.agentRecord.id,
	email: examples.agentRecord.email,
	role: "agent",
	status: "active",
	second_factor: false,
	provider_linked: false,
	last_sign_in_at: examples.agentRecord.created_at,
	created_at: examples.agentRecord.created_at,
} as const;

const auditExample = {
	id: examples.agentRecord.id.replace("usr_", "aud_"),
	type: "signed_in",
	agent_id: examples.agentRecord.id,
	actor_id: examples.agentRecord.id,
	actor_key_name: null,
	address: "203.0.113.7",
	role: null,
	created_at: examples.agentRecord.created_at,
} as const;

export const accountExamples = { account: example, auditEvent: auditExample };

export const listAccounts = endpoint({
	method: "get",
	path: "/v1/accounts",
	scope: "workspace:read",
	ids: {},
	query: z.strictObject({ limit, cursor }),
	call: ({ accounts }, { query }, context) =>
		accounts.listAccounts(
			{ page: toPage({ ...query, sort: "agent_id:asc" }) },
			context,
		),
	documentation: {
		operationId: "listAccounts",
		tag: "Directory",
		summary: "List accounts",
		description: "What agents sign in to the console with.",
		response: listOf(Account, "AccountList"),
		errors: ["invalid_cursor"],
		responseExample: examples.list(example),
	},
});

export const getAccount = endpoint({
	method: "get",
	path: "/v1/accounts/:id",
	scope: "workspace:read",
	ids: { id: agentId },
	call: ({ accounts }, { params }, context) =>
		accounts.getAccount({ agentId: params.id! }, context),
	documentation: {
		operationId: "getAccount",
		tag: "Directory",
		summary: "Retrieve an agent's account",
		response: Account,
		responseExample: example,
	},
});

export const updateAccount = endpoint({
	method: "patch",
	path: "/v1/accounts/:id",
	scope: "workspace:write",
	ids: { id: agentId },
	body: z.strictObject({ role }).openapi("AccountChanges"),
	call: ({ accounts }, { params, body }, context, { key }) =>
		accounts.changeRole({ agentId: params.id!, role: body.role }, context, key),
	documentation: {
		operationId: "updateAccount",
		tag: "Directory",
		summary: "Change an account's role",
		description:
			"Its sessions have the role within 5 s. The caller must hold all scopes of the role before and after. The last admin who can sign in stays one.",
		response: Account,
		errors: ["scope_not_held", "last_admin"],
		requestExample: { role: "agent" },
		responseExample: example,
	},
});

export const inviteAgent = endpoint({
	method: "post",
	path: "/v1/agents/:id/invite",
	scope: "workspace:write",
	ids: { id: invitedId },
	body: z
		.strictObject({
			role: role.optional(),
			language: language.openapi({ description: "Of the mail." }),
		})
		.openapi("Invitation"),
	bodyOptional: true,
	async call({ tickets, accounts }, { params, body }, context, { key }) {
		const response = await tickets.getAgent({ id: params.id! }, context);
		const agent = JSON.parse(Buffer.from(response.body).toString());
		if (agent.deactivated_at !== null) throw agentDeactivated();
		const { role, language } = body;
		return accounts.invite({ agent, role, language }, context, key);
	},
	documentation: {
		operationId: "inviteAgent",
		tag: "Directory",
		summary: "Invite an agent to the console",
		description:
			"Mails the agent a link that sets a password, once, within 7 days. A repeated call mails another one, and the one before is good no longer. Without `role` an account keeps its own, and a new one is an `agent`'s. The caller must hold all scopes of the role.",
		response: Account,
		errors: ["scope_not_held", "last_admin", "agent_not_found"],
		requestExample: { role: "agent" },
		responseExample: example,
	},
});

export const resetSecondFactor = endpoint({
	method: "delete",
	path: "/v1/accounts/:id/second-factor",
	scope: "workspace:write",
	ids: { id: agentId },
	call: ({ accounts }, { params }, context, { key }) =>
		accounts.resetSecondFactor({ agentId: params.id! }, context, key),
	documentation: {
		operationId: "resetSecondFactor",
		tag: "Directory",
		summary: "Turn an agent's second factor off",
		description:
			"For an agent who has lost it. The caller must hold all scopes of the account's role.",
		response: Account,
		errors: ["scope_not_held"],
		responseExample: example,
	},
});

export const unlinkProvider = endpoint({
	method: "delete",
	path: "/v1/accounts/:id/provider",
	scope: "workspace:write",
	ids: { id: agentId },
	call: ({ accounts }, { params }, context, { key }) =>
		accounts.unlinkProvider({ agentId: params.id! }, context, key),
	documentation: {
		operationId: "unlinkProvider",
		tag: "Directory",
		summary: "Unlink an account from the OpenID Connect provider",
		description:
			"For an agent who is another person at the provider than before. The next person who signs in there with the account's verified address is linked. The caller must hold all scopes of the account's role.",
		response: Account,
		errors: ["scope_not_held"],
		responseExample: example,
	},
});

export const listAuditEvents = endpoint({
	method: "get",
	path: "/v1/audit-events",
	scope: "workspace:write",
	ids: {},
	query: z.strictObject({
		agent_id: idOf("usr").optional(),
		sort: sort([], "created_at:desc", ["created_at:desc"]),
		limit,
		cursor,
	}),
	call: ({ accounts }, { query }, context) =>
		accounts.listAuditEvents(
			{ page: toPage(query), agentId: query.agent_id },
			context,
		),
	documentation: {
		operationId: "listAuditEvents",
		tag: "Directory",
		summary: "List audit events",
		description:
			"Who signed in, and what was changed of accounts, the newest first; kept for a year, unless the installation keeps them longer or shorter. Needs `workspace:write`, because it shows addresses.",
		response: listOf(AuditEvent, "AuditEventList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(auditExample),
	},
});

const agentDeactivated = () =>
	new AppError(
		"validation_error",
		"agent_not_found",
		"The agent is deactivated.",
	);
