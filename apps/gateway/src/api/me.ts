import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { LimitWindow, Verdict } from "@supportdesk/limits/verdict.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { sessionExpired } from "../accounts/errors.ts";
import { invalidApiKey } from "../keys/errors.ts";
import { Me } from "./directory-resources.ts";
import { type Clients, endpoint, type Sender } from "./endpoint.ts";
import * as examples from "./examples.ts";

export const getMe = endpoint({
	method: "get",
	path: "/v1/me",
	ids: {},
	call: (clients, _input, context, sender) =>
		sender.key.session
			? meOfSession(clients, context, sender)
			: meOfKey(clients, context, sender),
	documentation: {
		operationId: "getMe",
		tag: "Directory",
		summary: "Retrieve the key or the session that sends the request",
		description:
			"The key or the session, its owner, workspace, scopes, plan and limits with what is left of them. Costs nothing of the limits; more than 600 a minute are refused.",
		response: Me,
		responseExample: examples.me,
	},
});

async function meOfKey(
	{ keys, tickets }: Clients,
	context: CallContext,
	sender: Sender,
): Promise<Rendered> {
	const [own, agent] = await Promise.all([
		keys.findOwnKey(context),
		tickets.getAgent({ id: context.actorId }, context),
	]);
	// Revoked keys stay; one that is not there was refused a moment later anyway.
	if (!own) throw invalidApiKey();
	return ok(
		JSON.stringify({
			key: {
				id: own.id,
				masked: own.masked,
				api_version: own.apiVersion,
				expires_at: own.expiresAt,
				created_at: own.createdAt,
			},
			owner: ownerOf(agent),
			workspace: { id: context.workspaceId, name: own.workspaceName },
			scopes: [...sender.key.scopes],
			plan: own.plan,
			limits: limitsOf(sender),
		}),
	);
}

async function meOfSession(
	{ accounts, tickets }: Clients,
	context: CallContext,
	sender: Sender,
): Promise<Rendered> {
	const [own, agent] = await Promise.all([
		accounts.findOwnSession(context),
		tickets.getAgent({ id: context.actorId }, context),
	]);
	if (!own) throw sessionExpired();
	const { key } = sender;
	return ok(
		JSON.stringify({
			key: null,
			session: {
				id: own.id,
				role: key.session!.role,
				expires_at: new Date(key.expiresAtMs!).toISOString(),
				created_at: own.createdAt,
			},
			owner: ownerOf(agent),
			workspace: { id: context.workspaceId, name: own.workspaceName },
			scopes: [...key.scopes],
			plan: own.plan,
			limits: limitsOf(sender),
		}),
	);
}

function ownerOf({ body }: Rendered) {
	const { id, name, email } = JSON.parse(Buffer.from(body).toString());
	return { id, name, email };
}

function limitsOf({ verdict }: Sender) {
	const { minute, burst, day, concurrent }: Verdict = verdict;
	return {
		per_minute: windowOf(minute),
		burst: windowOf(burst),
		per_day: day && windowOf(day),
		concurrent,
	};
}

function windowOf({ limit, remaining, resetMs }: LimitWindow) {
	return { limit, remaining, resets_at: new Date(resetMs).toISOString() };
}
